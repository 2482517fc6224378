/** `--regions`: drawn in the page, exported with a run, and used by a command. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnRegions } from '../../../../src/cli/evaluate/drawn-regions.ts'
import { serializeRun } from '../../../../src/data/export/run-file.ts'
import type { DrawnRegion } from '../../../../src/engine/protocol/probe.ts'
import { records, wholeRun } from '../../support/sound-run.ts'

let parent: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'voxelwise-regions-'))
})
afterAll(() => rmSync(parent, { recursive: true }))

const { fingerprint } = wholeRun.dataset

function exported(regions: readonly DrawnRegion[]): string {
  const path = join(parent, 'run.json')
  writeFileSync(path, [...serializeRun({ run: wholeRun, records, regions })].join(''))
  return path
}

test('the drawn regions of an exported run of the same data set', async () => {
  const regions = [[1, 10, 20, 30, 40]] as const
  expect(await drawnRegions(exported(regions), fingerprint)).toEqual(regions)
})

test('another data set, or a run without regions, is refused by name', async () => {
  await expect(drawnRegions(exported([[1, 10, 20, 30, 40]]), 'another')).rejects.toMatchObject({
    info: { code: 'fingerprint-mismatch', subject: expect.stringContaining('run.json') },
  })
  await expect(drawnRegions(exported([]), fingerprint)).rejects.toMatchObject({
    info: { code: 'run-file', message: 'The run has no drawn regions.' },
  })
})
