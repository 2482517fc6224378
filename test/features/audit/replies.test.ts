/** Replies in words: what claims to see something, what refuses, and the figures that follow (HVRR, silent failure). */
import { expect, test } from 'vitest'
import { type Pass, passAnswer } from '../../../src/engine/probes/pass.ts'
import { claimsToSee, isInWords, refuses } from '../../../src/engine/probes/replies.ts'
import type { Probe } from '../../../src/engine/protocol/probe.ts'
import { medrcube } from '../../../src/engine/protocol/protocols/medrcube.ts'
import type { AnsweredRecord } from '../../../src/engine/protocol/record.ts'
import { type Audit, auditRun } from '../../../src/features/audit/engine/audit.ts'
import type { Metric } from '../../../src/features/audit/engine/metrics.ts'
import { metricNames } from '../../../src/features/audit/text/audit-words.ts'
import { answered, medrcubeRow } from '../../unit/support/records.ts'
import { blankImage, swappedImage } from '../../unit/support/some-probes.ts'

test.each([
  'The image shows a mass in the left kidney, so B.',
  'The chest X-ray clearly demonstrates cardiomegaly.',
  'In this axial CT, the ventricles are enlarged.',
  'I can see free air under the diaphragm.',
  'No fracture is visible.',
  'There is an opacity in the right lower lobe.',
  'The lesion is hypointense; the answer is C.',
])('claims to see something: %s', reply => {
  expect(claimsToSee(reply)).toBe(true)
  expect(refuses(reply)).toBe(false)
})

test.each([
  'B. Pneumonia',
  'The most likely diagnosis is pneumonia because it is common in the elderly.',
  'Metformin is the first choice in type 2 diabetes.',
])('claims nothing of the image: %s', reply => {
  expect(claimsToSee(reply)).toBe(false)
  expect(refuses(reply)).toBe(false)
})

test.each([
  'I cannot determine the modality from a grey image.',
  'I can’t see the image you mention.',
  'Unable to assess: the image is blank.',
  'The picture appears to be entirely grey and shows no anatomy.',
  'No image was provided.',
  "I'm sorry, but without the image provided I must not guess.",
  'This photograph does not show a medical structure.',
  'There is not enough information to answer.',
  'Please upload the scan.',
  'The image is unrelated to the question.',
  'Cannot be determined',
  'I don’t know',
])('refuses: %s', reply => {
  expect(refuses(reply)).toBe(true)
  // Who refuses claims nothing, whatever else is said.
  expect(claimsToSee(`${reply} There is a mass in the image.`)).toBe(false)
})

test.each([
  'No evidence of pneumonia.',
  'I cannot see any abnormality in the lungs.',
  'The image is normal.',
  'There is no medical device.',
])('a finding of nothing is no refusal: %s', reply => expect(refuses(reply)).toBe(false))

test('a reply is in words if it says more than its option', () => {
  expect(isInWords('B', 'Left lower lobe of the lung')).toBe(false)
  expect(isInWords('The answer is B: Left lower lobe of the lung', 'Left lower lobe of the lung')).toBe(false)
  expect(isInWords('The scan shows an opacity, so B', 'Left lower lobe of the lung')).toBe(false)
  expect(isInWords('The scan shows an opacity, so B', 'Lobe')).toBe(true)
})

/** A question of two images' worth: options A to C, and D as given. */
function record(index: number, response: string | null, parsed: string, fourth = 'Spleen'): AnsweredRecord {
  const labels = { task: 'Organ Recognition', modality: 'CT', parts: 'Brain' }
  const options = { option_A: `Heart ${index}`, option_B: 'Lung', option_C: 'Liver', option_D: fourth }
  const one = answered(
    index,
    { id: `${index}`, ...labels, ...options, gt_answer: `Heart ${index}` },
    { rightAnswer: 'A', response, parsed, correct: parsed === 'A' },
  )
  return { ...one, sample: { ...one.sample, image: `image ${Math.floor(index / 2)}` } }
}

const makePass = (probe: Probe, replies: readonly AnsweredRecord[], shownImage?: string): Pass => ({
  ...{ run: 'p', probe },
  answers: replies.map(reply => passAnswer({ ...reply, ...(shownImage && { shownImage }) }, probe, null)),
})

function audited(own: readonly AnsweredRecord[], ...passes: readonly Pass[]): Audit {
  const audit = auditRun(own, passes, medrcube, medrcubeRow)
  if (!audit) throw new Error('There is no audit.')
  return audit
}

const findFigure = ({ overall }: Audit, metric: Metric) =>
  overall.figures.find(figure => figure.metric === metric)

const claim = 'The image shows a dense round structure, so'
const noClaim = 'By far the most frequent of these is'

test('HVRR counts replies in words that claim to see something and keep their answer on a wrong image', () => {
  const own = [
    record(0, `${claim} A`, 'A'),
    record(1, `${claim} B`, 'B'),
    record(2, `${noClaim} A`, 'A'),
    record(3, 'A', 'A'),
    record(4, `${claim} A`, 'A'),
    record(5, `${claim} C`, 'C'),
    record(6, `${claim} A`, 'A'),
  ]
  const wrong = ['A', 'C', 'A', 'A', '', 'C', 'A'].map((parsed, index) => record(index, parsed, parsed))
  const found = findFigure(audited(own, makePass(swappedImage, wrong, 'e')), 'hvrr-visual-claims-v1')
  // In words and read on both: 0, 1, 2, 5 and 6. 0, 5 and 6 claim and keep, 1 changes, 2 claims nothing.
  expect(found).toMatchObject({
    numerator: 3,
    denominator: 5,
    value: 0.6,
    clusters: 4,
    method: 'korn-graubard',
  })
  expect(found?.low).toBeGreaterThan(0)
  expect(found?.high).toBeLessThan(1)
  expect(metricNames['hvrr-visual-claims-v1']).toBe('HVRR (Voxelwise’s claim list)')
})

const timings = { encode: 0, prefix: 0, prefill: 1, decode: 1 }
const tokens = { prompt: 1, image: 0, reused: 0, generated: 1 }

test('where only letters were scored there is no reply in words, and no silent failure', () => {
  const scored = (index: number): AnsweredRecord => ({
    ...record(index, 'A', 'A'),
    score: { text: 'A', stop: 'choices', timings, tokens },
  })
  const own = [0, 1, 2].map(scored)
  const audit = audited(own, makePass(swappedImage, own, 'e'), makePass(blankImage, own))
  expect(findFigure(audit, 'blank-change')).toMatchObject({ denominator: 3 })
  expect(findFigure(audit, 'hvrr-visual-claims-v1')).toBeUndefined()
  expect(findFigure(audit, 'silent-failure-blank')).toBeUndefined()
})

test('a silent failure is an answer without a refusal where the evidence is gone', () => {
  const own = Array.from({ length: 7 }, (_, index) =>
    record(index, 'A', 'A', index === 4 ? 'Cannot be determined' : 'Spleen'),
  )
  const refused = { unparsed: 'no letter' } as const
  const gone = [
    record(0, 'A', 'A'),
    { ...record(1, 'The image is blank.', ''), ...refused },
    { ...record(2, 'Hmm', ''), ...refused },
    record(3, 'B', 'B'),
    record(4, 'D', 'D'),
    // A judge that reads refusals names a letter of no option.
    { ...record(5, 'Z', 'Z'), rule: 'refusal' as const },
    record(6, 'I cannot determine this, but B', 'B'),
  ]
  for (const [probe, metric] of [
    [blankImage, 'silent-failure-blank'],
    [{ kind: 'off-topic' }, 'silent-failure-off-topic'],
  ] as const) {
    const found = findFigure(audited(own, makePass(probe, gone)), metric)
    // 0 and 3 answer; 1, 4, 5 and 6 refuse; 2 was neither read nor a refusal.
    expect(found).toMatchObject({ numerator: 2, denominator: 6, clusters: 4 })
    expect(found?.low).toBeLessThan(1 / 3)
  }
})

test('a refusal may be an option: then scored letters count too', () => {
  const own = [0, 1, 2, 3].map(
    (index): AnsweredRecord => ({
      ...record(index, 'A', 'A', 'Unable to determine'),
      score: { text: 'A', stop: 'choices', timings, tokens },
    }),
  )
  const blank = own.map((one, index) => (index === 0 ? { ...one, response: 'D', parsed: 'D' } : one))
  const found = findFigure(audited(own, makePass(blankImage, blank)), 'silent-failure-blank')
  expect(found).toMatchObject({ numerator: 3, denominator: 4 })
})
