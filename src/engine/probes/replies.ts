/**
 * What a reply in words says of the image: whether it claims to see something, and whether it refuses. Rule lists of this project, in
 * English. A list in use never changes: another one gets the next version.
 */
import { refusals } from '../protocol/judges/vlmevalkit.ts'
import type { AnsweredRecord } from '../protocol/record.ts'

const image =
  '(?:images?|pictures?|scans?|films?|radiographs?|x-rays?|photographs?|photos?|figures?|slices?|slides?|ct|mri|ultrasound)'

/** `visual-claims`, version 1. */
const visualClaims: readonly RegExp[] = [
  new RegExp(
    `\\b${image} (?:clearly |also )?(?:shows?|reveals?|demonstrates?|depicts?|displays?|indicates?|suggests?|contains?|exhibits?)\\b`,
    'i',
  ),
  new RegExp(`\\b(?:in|on|within|from|to) (?:the|this) (?:\\w+ )?${image}\\b`, 'i'),
  /\bI (?:can )?(?:see|observe|note)\b/i,
  /\b(?:visible|visibly|seen|observed|visuali[sz]ed|depicted|appears?|appearance)\b/i,
  /\bthere (?:is|are)\b/i,
  /\b(?:hypo|hyper|iso)(?:dense|intense|echoic|attenuating)\b/i,
  /\b(?:anechoic|lucent|radiolucent|radiopaque|opacity|opacities|consolidation|enhancing|enhancement)\b/i,
]

/** `refusals`, version 1: beside those of VLMEvalKit. */
const refusing: readonly RegExp[] = [
  /\b(?:can(?:no|['’])t|can not|could(?: not|n['’]t)|unable to|not able to|(?:im|not )possible to) (?:be )?(?:determined?|answer(?:ed)?|assess(?:ed)?|evaluated?|interpret(?:ed)?|diagnosed?|provide|view|help|assist|analy[sz]ed?|process)\b/i,
  new RegExp(
    `\\b(?:can(?:no|['’])t|can not|unable to|not able to) (?:see|access|open|find) (?:the|this|an|any|your) (?:\\w+ )?${image}\\b`,
    'i',
  ),
  new RegExp(
    `\\b(?:no|without an?|without the) (?:\\w+ )?${image} (?:is |was |has been |were )?(?:provided|attached|given|available|uploaded|included)\\b`,
    'i',
  ),
  new RegExp(
    `\\b${image} (?:is|was|appears|seems|looks)(?: to be)?(?: an?| completely| entirely| uniformly| just)? (?:blank|missing|empty|grey|gray|unavailable|unrelated|irrelevant|not (?:provided|available|visible|related|relevant|an? medical))\\b`,
    'i',
  ),
  /\b(?:does not|doesn['’]t) (?:appear to )?(?:show|contain|depict|be)(?: an?| any)? (?:medical|anatomical|anatomy|radiological|clinical)\b/i,
  /\b(?:insufficient|not enough) (?:visual |clinical |diagnostic )?(?:information|evidence|detail|data)\b/i,
  /\bplease (?:provide|upload|share|attach)\b/i,
  /\b(?:sorry|as an ai)\b/i,
  /\b(?:do not|don['’]t) know\b/i,
]

/** Whether a text, a reply or an option, declines to answer. */
export const refuses = (text: string): boolean =>
  refusals.some(phrase => text.includes(phrase)) || refusing.some(form => form.test(text))

/** Whether a reply claims to see something, or to see that it is not there. */
export const claimsToSee = (reply: string): boolean =>
  !refuses(reply) && visualClaims.some(form => form.test(reply))

/** A reply of fewer words besides its option is an answer and nothing else. */
const leastWords = 5
const countWords = (text: string): number => text.match(/[A-Za-z]{2,}/g)?.length ?? 0

/** Whether a reply says more than its answer. @param option text of the option that it was read as, if any */
export const isInWords = (reply: string, option: string): boolean =>
  countWords(reply) - countWords(option) >= leastWords

/** Whether the model could write whatever it wanted, and so refuse: not where only options were scored or allowed. */
export const isFree = ({ response, score }: Pick<AnsweredRecord, 'response' | 'score'>): boolean =>
  response !== null && score?.stop !== 'choices' && score?.server?.held !== 'kept'
