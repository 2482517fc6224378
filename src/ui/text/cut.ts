/** Texts about answers that reached the limit of new tokens, and about replies that could not be read. */
import type { CutCount } from '../../engine/analysis/cut-answers.ts'
import { isMostlyUnread, type UnreadReplies } from '../../engine/analysis/unread.ts'
import { counted } from '../../engine/base/counted.ts'
import { lengthWords } from '../../engine/protocol/answer-kind-words.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { count, percent } from './format.ts'

/** "12 of 300 answers (4.0%) were cut at the limit of 32 new tokens." */
export function cutWords(
  { answered, cut }: Pick<CutCount, 'answered' | 'cut'>,
  { maxNewTokens, newTokensByKind = {}, thoughtTokens }: Run['settings'],
): string {
  const limits = [String(maxNewTokens), ...lengthWords(newTokensByKind)].join('; ')
  const thought = thoughtTokens === undefined ? '' : `, or ${count(thoughtTokens)} of thought`
  return `${count(cut)} of ${counted(answered, 'answer')} (${percent(cut / answered)}) ${cut === 1 ? 'was' : 'were'} cut at the limit of ${limits} new tokens${thought}.`
}

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
