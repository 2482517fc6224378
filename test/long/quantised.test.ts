/**
 * Quantised weights in the page give the answers of ONNX Runtime in Python.
 */
import { expect, test } from 'vitest'
import { differentAnswers } from '../browser/harness/demo-answers.ts'
import { exportRun, readyToRun, runToEnd } from '../browser/harness/drive.ts'
import { openPage } from '../browser/harness/page.ts'

test('q8 on the first 200 questions of the demo', async () => {
  const { page } = await openPage()
  await readyToRun(page)
  await runToEnd(page, { dtype: 'q8', limit: 200 })
  const { run, records } = await exportRun(page)
  expect(run.settings.dtype).toBe('q8')
  expect(records).toHaveLength(200)
  expect(differentAnswers(records, 'answers-q8.json')).toBeLessThanOrEqual(2)
})
