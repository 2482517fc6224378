/** Where “See the results” leads. */
import { expect, test } from 'vitest'
import type { RunSummary } from '../../../../src/app/state/state.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { resultsAddress } from '../../../../src/ui/run/run-controls.tsx'
import { someRun } from '../../support/records.ts'

const makePass = (probe: Probe) => ({ ...someRun, id: 'pass', parent: 'run', probe })
const blank: Probe = { kind: 'blank-image' }
const reworded = { kind: 'paraphrase', wording: 1 } as Probe
const turned: Probe = { kind: 'option-order', shift: 1 }
const passes = [{ run: makePass(blank) } as RunSummary]

test.each([
  ['a run', someRun, [], `#/runs/${someRun.id}/overview`],
  ['a pass without the image', makePass(blank), passes, '#/runs/run/audit'],
  ['another wording in an audit', makePass(reworded), passes, '#/runs/run/audit'],
  ['another wording alone', makePass(reworded), [], '#/runs/run/probes'],
  ['other orders of the options', makePass(turned), passes, '#/runs/run/probes'],
] as const)('%s leads to its own figures', (_, run, runs, href) => {
  expect(resultsAddress(run, runs)).toBe(href)
})
