/** Replies from which no rule of the protocol could read an answer. They count as wrong. */
import { isUnread, type RunRecord } from '../protocol/record.ts'

/** Above this share of the answers, a run's accuracy says how replies are written, not what the model knows. */
const mostUnread = 0.2
/** Distinct replies that are counted: a run with more has no frequent one. */
const mostReplies = 10_000
/** Characters of a reply that is quoted. */
const longestReply = 120

export interface UnreadCount {
  readonly answered: number
  readonly unread: number
}

export interface UnreadReplies extends UnreadCount {
  /** The most frequent one, as the model wrote it, at most 120 characters; null if none was counted. */
  readonly reply: { readonly text: string; readonly n: number } | null
}

export const isMostlyUnread = ({ answered, unread }: UnreadCount): boolean => unread > mostUnread * answered

/** Counts them in records that come a chunk at a time. */
export class UnreadBuilder {
  readonly #replies = new Map<string, number>()
  #answered = 0
  #unread = 0

  add(records: readonly RunRecord[]): void {
    for (const record of records) {
      if (record.status !== 'answered') continue
      this.#answered++
      if (!isUnread(record)) continue
      this.#unread++
      const text = record.response?.trim() ?? ''
      const known = this.#replies.get(text)
      if (known !== undefined || this.#replies.size < mostReplies) this.#replies.set(text, (known ?? 0) + 1)
    }
  }

  replies(): UnreadReplies {
    let reply: UnreadReplies['reply'] = null
    for (const [text, n] of this.#replies) if (n > (reply?.n ?? 0)) reply = { text: short(text), n }
    return { answered: this.#answered, unread: this.#unread, reply }
  }
}

const short = (text: string): string =>
  text.length > longestReply ? `${text.slice(0, longestReply - 1)}…` : text
