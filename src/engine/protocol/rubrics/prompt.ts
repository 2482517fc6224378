import type { RatedItem, Rubric } from './rubric.ts'

/** The prompt for a judge model: the rubric, the item, and the only form of reply that is read. */
export function rubricPrompt({ dimensions, scale: { least, most } }: Rubric, item: RatedItem): string {
  const range = `a whole number from ${least} (worst) to ${most} (best)`
  const form = `{${dimensions.map(({ id }) => `"${id}": n`).join(', ')}}`
  return [
    `Rate an answer to a question on a medical image. Give each of these ${range}:`,
    ...dimensions.map(({ id, about }) => `- ${id}: ${about}`),
    '',
    `Question: ${item.question}`,
    ...(item.description === null ? [] : [`Description of the image: ${item.description}`]),
    `Right answer: ${item.reference}`,
    '',
    'Answer to be rated, between the lines:',
    '-----',
    item.response,
    '-----',
    '',
    `Reply with this JSON object and nothing else, n being ${range}: ${form}`,
  ].join('\n')
}
