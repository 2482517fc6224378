/** A diagnosis that is always the same answer is no shortcut: its rate stays official, and is in no finding. */
import { expect, test } from 'vitest'
import { accuracyFigures } from '../../../../src/engine/analysis/accuracy-figures.ts'
import { credibility } from '../../../../src/engine/analysis/chains.ts'
import type { ResultRow } from '../../../../src/engine/analysis/result-row.ts'
import { runFindings } from '../../../../src/engine/analysis/run-findings.ts'
import { constantDiagnosesWords } from '../../../../src/ui/text/rates.ts'
import { answered, medrcubeRow, nothingDerived } from '../../support/records.ts'

interface Image {
  readonly disease: 'A' | 'B'
  readonly severity: 'A' | 'B'
  /** Whether the organ is recognised. */
  readonly sees: boolean
}

/** Two diagnoses and a perception on each image. "yes", A, is the right answer to both diagnoses where `at` is not a third one. */
function makeRows(images: readonly Image[]): readonly ResultRow[] {
  return images.flatMap(({ disease, severity, sees }, at) => {
    const asked = [
      ['Disease Diagnosis', disease, at % 3 === 0 ? 'no' : 'yes'],
      ['Severity Grading', severity, at % 2 === 0 ? 'no' : 'yes'],
      ['Organ Recognition', sees ? 'A' : 'B', 'yes'],
    ] as const
    return asked.map(([task, given, right], i) => {
      const fields = {
        ...{ id: `${at} ${i}`, task, modality: 'CT', parts: 'Chest', dataset: 'S', gt_answer: right },
        ...{ option_A: 'yes', option_B: 'no' },
      }
      const correct = (given === 'A' ? 'yes' : 'no') === right
      const record = answered(3 * at + i, fields, { parsed: given, correct })
      return medrcubeRow({ ...record, sample: { ...record.sample, image: `${at}.png` } })
    })
  })
}

const images = Array.from({ length: 60 }, (_, at) => ({
  ...{ disease: 'A', severity: at % 5 === 0 ? 'A' : 'B', sees: at % 4 !== 0 },
})) satisfies readonly Image[]

const findShortcut = (rows: readonly ResultRow[]) =>
  runFindings({
    rows,
    overview: { ...accuracyFigures(rows), part: null, unread: nothingDerived.unread },
    rates: credibility(rows, {}, {}).varying,
    ...{ probes: null, previous: null, isPublished: false, selection: null },
  }).find(({ kind }) => kind === 'shortcut')

test('rates of diagnoses that never change are marked, and keep their official value', () => {
  const { overall, groups, varying } = credibility(makeRows(images), {}, {})
  const [disease, severity] = ['Disease Diagnosis', 'Severity Grading'].map(task =>
    groups.task.find(({ label }) => label === task),
  )
  expect(disease).toMatchObject({
    constant: { of: 'given', answer: 'yes' },
    shortcut: { n: 15, correct: 10, share: 2 / 3 },
  })
  expect(severity?.constant).toBeUndefined()
  expect(overall).toMatchObject({ links: 120, shortcut: { n: 30 } })
  expect(varying).toMatchObject({ links: 60, shortcut: severity?.shortcut })
  expect(constantDiagnosesWords(groups.task)).toBe(
    'The model gives one answer to everything in Disease Diagnosis (always answers “yes”). Comparisons and findings leave these diagnoses out.',
  )
})

test('the finding is about diagnoses that change', () => {
  const rows = makeRows(images)
  expect(findShortcut(rows)).toMatchObject({ rates: { links: 60 } })
  const always = makeRows(images.map(image => ({ ...image, severity: 'B' })))
  expect(findShortcut(always)).toBeUndefined()
  expect(credibility(always, {}, {}).overall.shortcut.n).toBe(30)
})

test('where all diagnoses change, all are compared', () => {
  const varied = makeRows(images.map((image, at) => ({ ...image, disease: at % 7 === 0 ? 'B' : 'A' })))
  const { overall, varying, groups } = credibility(varied, {}, {})
  expect(varying).toBe(overall)
  expect(constantDiagnosesWords(groups.task)).toBe('')
})
