/** What all samples of a folder leave unsure: repeated questions, and volumes of which no slice is named. */
import { counted } from '../../../engine/base/counted.ts'
import { stringifyJson } from '../../../engine/base/json.ts'
import { get } from '../../../engine/base/python.ts'
import { imagesOf, type Sample } from '../../../engine/protocol/sample.ts'
import { partFields, splitPart } from '../../sources/part-reference.ts'

export const sampleDoubts = (samples: readonly Sample[]): readonly string[] => [
  ...repeatedQuestions(samples),
  ...wholeVolumes(samples),
  ...imagesInTexts(samples),
]

/** Markdown or HTML with an image in it, which is not shown. */
function imagesInTexts(samples: readonly Sample[]): readonly string[] {
  const named = samples.filter(
    ({ image, fields }) =>
      image === null && /\.(?:png|jpe?g|webp|gif)\b/i.test(String(get(fields, 'question') ?? '')),
  )
  return named.length === 0
    ? []
    : [
        `${counted(named.length, 'question')} without an image ${named.length === 1 ? 'names' : 'name'} one in ${named.length === 1 ? 'its' : 'their'} text.`,
      ]
}

/** Equal in question, options, answer and images, in two files: authors publish a set and its parts side by side. */
function repeatedQuestions(samples: readonly Sample[]): readonly string[] {
  if (new Set(samples.map(({ file }) => file)).size < 2) return []
  const known = new Map<string, string>()
  const files = new Set<string>()
  let repeated = 0
  for (const sample of samples) {
    const { fields, file } = sample
    const key = stringifyJson([
      ...['question', 'options', 'answer'].map(name => get(fields, name) ?? null),
      ...imagesOf(sample),
    ])
    const first = known.get(key)
    if (first === undefined) known.set(key, file)
    else if (first !== file) {
      repeated++
      for (const each of [first, file]) files.add(each)
    }
  }
  return repeated === 0
    ? []
    : [
        `${counted(repeated, 'question')} of ${counted(files.size, 'file')} ${repeated === 1 ? 'is' : 'are'} asked twice, with the same image and answer.`,
      ]
}

function wholeVolumes(samples: readonly Sample[]): readonly string[] {
  const whole = samples.filter(sample =>
    imagesOf(sample).some(image => splitPart(image).part === null && partFields(image).includes('index')),
  )
  const [first] = whole
  return first
    ? [
        `${counted(whole.length, 'question')} ${whole.length === 1 ? 'names' : 'name'} a volume and no slice of it, and cannot be asked. The mapping’s images take "slices".`,
      ]
    : []
}
