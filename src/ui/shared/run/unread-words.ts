/** What is said of a run most of whose figures rest on replies that could not be read. */
import { isMostlyUnread, type UnreadReplies } from '../../../engine/analysis/unread.ts'
import { counted } from '../../../engine/base/counted.ts'
import { count } from '../../text/format.ts'

/** "84 of 84 replies could not be read."; null where most were read. */
export function unreadHeadline(unread: Pick<UnreadReplies, 'answered' | 'unread'>): string | null {
  if (!isMostlyUnread(unread)) return null
  return `${count(unread.unread)} of ${counted(unread.answered, 'reply', 'replies')} could not be read.`
}

/** "The most frequent one, 60 times: “I cannot tell”."; null where none is known. */
export function frequentReply({ reply }: Pick<UnreadReplies, 'reply'>): string | null {
  if (!reply) return null
  const text = reply.text === '' ? 'an empty reply' : `“${reply.text}”`
  return `The most frequent one, ${counted(reply.n, 'time')}: ${text}.`
}

export const unreadMeaning =
  'Unread replies count as wrong, so the accuracy does not show what the model knows.'
