/** What the Run page says of the question that the model is answering. */
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { findProbeKind } from '../../../../src/engine/probes/kind-of.ts'
import { allProbes } from '../../../../src/engine/probes/passes.ts'
import { probeName } from '../../../../src/engine/probes/probe-names.ts'
import type { Probe } from '../../../../src/engine/protocol/probe.ts'
import { CurrentSample } from '../../../../src/ui/run/current-sample.tsx'
import { answered, someRun } from '../../support/records.ts'

const banner = 'Not the question’s own image, on purpose.'
const { sample } = answered(0, { question: 'Which organ?' })

function drawn(probe?: Probe): string {
  const run = probe ? { ...someRun, parent: someRun.id, probe } : someRun
  const current = { sample, images: [], text: '', verdict: null, read: null }
  return renderToStaticMarkup(createElement(CurrentSample, { current, run }))
}

const ofKinds = allProbes.filter((probe, at) => allProbes.findIndex(({ kind }) => kind === probe.kind) === at)

test.each(ofKinds.map(probe => [probe.kind, probe] as const))(
  'a banner names the probe %s where it shows another image instead, and only there',
  (_, probe) => {
    const html = drawn(probe)
    const isInstead = findProbeKind(probe).seen.images === 'instead'
    expect(html.includes(banner)).toBe(isInstead)
    if (isInstead) expect(html).toContain(`Probe: ${probeName(probe)}.`)
  },
)

test('of a run itself there is no banner', () => expect(drawn()).not.toContain(banner))
