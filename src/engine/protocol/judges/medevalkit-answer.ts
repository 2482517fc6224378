/** Where MedEvalKit looks for the answer in a reply: `parse_response` of utils/utils.py. */
import { afterLast, strip } from '../../base/python-text.ts'

/** One after another, each cuts off what comes before its last occurrence. */
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

/** Equals `parse_response(response)`, in lower case. */
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
