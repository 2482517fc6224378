/** A data set that is a file: picked or dropped, its images read out of its cells. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryBytes } from '@voxelwise/tables'
import { expect, test } from 'vitest'
import { readRun } from '../../src/data/export/run-file-stream.ts'
import { card, exportAll, openStep, readyToRun, runToEnd } from './harness/drive.ts'
import { sharedFolder } from './harness/folders.ts'
import { openPage } from './harness/page.ts'

const benchmarks = sharedFolder('benchmarks')

test('a TSV file is run from its cells to its results, and imported from its run.json', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    openStep(page, 'dataset').then(() =>
      card(page, 'dataset').getByRole('button', { name: 'Pick a file' }).click(),
    ),
  ])
  await chooser.setFiles(join(benchmarks, 'vlmevalkit-tsv/GMAI-MMBench_VAL.tsv'))
  await card(page, 'dataset').getByText('24 questions').first().waitFor()
  await runToEnd(page, { limit: 6, maxNewTokens: 2, dtype: 'q8' })
  const text = (await exportAll(page))['run.json']
  const { records } = await readRun(memoryBytes('run.json', new TextEncoder().encode(text)))
  expect(records.map(({ status }) => status)).toEqual(records.map(() => 'answered'))
  const expected = readFileSync(join(benchmarks, 'vlmevalkit-tsv.expected.jsonl'), 'utf8').split('\n')
  for (const { imageFile, sample } of records)
    expect(imageFile?.sha256).toBe(JSON.parse(expected[sample.index] ?? '').images[0])
  for (const { sample } of records)
    expect(sample.image).toMatch(/^GMAI-MMBench_VAL\/GMAI-MMBench_VAL\.tsv\/\/\d+-\d+$/)
  expect(errors).toEqual([])
})

test('files that are dropped are one data set, and a file of another kind is refused with a hint', async () => {
  const { page, errors } = await openPage()
  await readyToRun(page)
  const drop = (files: readonly { name: string; base64: string }[]) =>
    card(page, 'dataset').evaluate((element, given) => {
      const dataTransfer = new DataTransfer()
      for (const { name, base64 } of given)
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), char => char.charCodeAt(0))], name))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    }, files)
  await drop([{ name: 'notes.docx', base64: '' }])
  await card(page, 'dataset').getByText('.parquet').waitFor()
  const folder = join(benchmarks, 'hf-vqa-rad/data')
  const shards = readdirSync(folder).map(name => ({
    name,
    base64: readFileSync(join(folder, name), 'base64'),
  }))
  await drop(shards)
  await card(page, 'dataset').getByText('22 questions').first().waitFor()
  expect(errors).toEqual([])
})
