/** How evaluators normalise two short texts before comparing them. Each function has the name of its source. */
import { afterLast, punctuation, singleSpaced, strip, wordClass, words } from '@voxelwise/python'

const signs = new Set(punctuation)

const withoutSigns = (text: string) => Array.from(text, sign => (signs.has(sign) ? '' : sign)).join('')

const articles = new RegExp(`(?<![${wordClass}])(?:a|an|the)(?![${wordClass}])`, 'gu')

/** `normalize_answer` of SQuAD's evaluate-v2.0.py (P. Rajpurkar et al. (2016), arXiv 1606.05250). */
export function squadNormalised(text: string): string {
  return words(withoutSigns(text.toLowerCase()).replace(articles, ' ')).join(' ')
}

/** As SQuAD's, but with its articles: `normalize_answer` of SMMILE's evaluate_EM.py. */
export function smmileNormalised(text: string): string {
  return strip(singleSpaced(withoutSigns(text.toLowerCase())))
}

const chineseSigns = '！？｡。＂＃＄％＆＇（）＊＋，－／：；＜＝＞＠［＼］＾＿｀｛｜｝～、《》【】'
const allSigns = new Set(punctuation + chineseSigns)

const yesWords = 'yes yeah yep true 是 是的 有 包含 可以 能 会 正常'.split(' ')
const noWords = 'no nope false 否 不是 没有 无 不包含 不能 不会 不可以 不正常 异常'.split(' ')
const synonyms: ReadonlyMap<string, string> = new Map([
  ...yesWords.map(word => [word, 'yes'] as const),
  ...noWords.map(word => [word, 'no'] as const),
  ['x ray', 'xray'],
])

/**
 * Lower case, nothing in brackets, a space for each sign, single spaces; then yes or no for what means it in English or
 * Chinese: `normalize_answer` of lmms-eval 0.7.3, tasks/slake/utils.py.
 */
export function slakeNormalised(text: string): string {
  const lower = strip(text).toLowerCase()
  const outside = withoutBrackets(withoutBrackets(lower, '(', ')'), '（', '）')
  const spaced = Array.from(outside, sign => (allSigns.has(sign) ? ' ' : sign)).join('')
  const plain = strip(singleSpaced(spaced))
  return synonyms.get(plain) ?? plain
}

/** A space instead of each opening bracket, the next closing one and the text between them. */
function withoutBrackets(text: string, open: string, close: string): string {
  let outside = ''
  let start = 0
  for (;;) {
    const from = text.indexOf(open, start)
    const to = from < 0 ? -1 : text.indexOf(close, from)
    if (to < 0) return outside + text.slice(start)
    outside += `${text.slice(start, from)} `
    start = to + close.length
  }
}

/** The answer part in lower case without full stops and line breaks: `judge_close_end_vqa` of MedEvalKit. */
export function medevalkitClosed(text: string): string {
  return answerPart(text).replace(/[\n.]/g, '')
}

/** Before an answer: one after another, each cuts off what comes before its last occurrence. */
const answerMarks = [
  '**answer**:',
  '**answer**',
  '*answer*:',
  '**answer:**',
  'answer is',
  'answer:',
  '答案:',
  'final answer',
  'final answer is',
]

/** Where MedEvalKit looks for the answer in a reply. Equals `parse_response(response)` of utils/utils.py, in lower case. */
export function answerPart(response: string): string {
  const lower = response.toLowerCase()
  return answerMarks.reduce(afterLast, enclosed(lower))
}

function enclosed(lower: string): string {
  // The word alone is enough to have it looked for.
  if (lower.includes('boxed')) return boxed(lower) ?? 'None'
  return lower.includes('<answer>') ? tagged(lower) : lower
}

const boxMark = '\\boxed{'

/** The contents of the last `\boxed{…}`, null if there is none: `extract_boxed_content` of mathruler 0.1.0. */
function boxed(text: string): string | null {
  const mark = text.lastIndexOf(boxMark)
  if (mark < 0) return null
  const start = mark + boxMark.length
  let open = 0
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') open++
    else if (text[i] === '}' && open-- === 0) return strip(text.slice(start, i))
  }
  return null
}

const [openTag, closeTag] = ['<answer>', '</answer>']

/** The contents of every `<answer>…</answer>`, or the text if they are empty: `extract(text, 'answer')`. */
function tagged(text: string): string {
  const parts: string[] = []
  let start = text.indexOf(openTag)
  while (start >= 0) {
    const end = text.indexOf(closeTag, start + openTag.length)
    if (end < 0) break
    parts.push(text.slice(start + openTag.length, end))
    start = text.indexOf(openTag, end + closeTag.length)
  }
  return strip(parts.join(' ')) || text
}
