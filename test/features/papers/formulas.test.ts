/** No cell of a table of paper.zip begins a formula. */
import { expect, test } from 'vitest'
import { credibility } from '../../../src/engine/analysis/chains.ts'
import { runOverview } from '../../../src/engine/analysis/run-overview.ts'
import { paperFiles } from '../../../src/features/papers/ui/paper-files.ts'
import { formulasIn, hostileRecords, hostileRun as run } from '../../unit/support/hostile-tables.ts'
import { medrcubeRow, nothingDerived } from '../../unit/support/records.ts'

test('in no table that is written does a cell begin a formula', () => {
  const rows = hostileRecords.map(medrcubeRow)
  const facts = {
    ...{ run, rows, added: new Map(), subgroups: [], findings: [], failures: [] },
    overview: runOverview(rows, { ...nothingDerived, run }),
    credibility: credibility(rows, {}, {}),
    levels: { high: null, ignore: null, low: null },
    load: { skipped: [], findings: [], badFiles: [] },
    ...{ probes: null, judged: null },
  }
  const tables = paperFiles(facts as never, { tables: [], methods: [] }).filter(({ name }) =>
    /\.[ct]sv$/.test(name),
  )
  expect(tables.length).toBeGreaterThan(3)
  for (const { name, text } of tables) expect.soft(formulasIn(name, text), name).toEqual([])
})
