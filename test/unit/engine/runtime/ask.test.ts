/** What becomes of errors that come out of preparation; no model is asked. */

import { expect, test } from 'vitest'
import { type ErrorCode, VoxelwiseError } from '../../../../src/engine/base/errors.ts'
import { Perturbation } from '../../../../src/engine/probes/perturbation.ts'
import { plan } from '../../../../src/engine/protocol/plan.ts'
import { firstProtocol } from '../../../../src/engine/protocol/protocol-reference.ts'
import { medrcube } from '../../../../src/engine/protocol/protocols/medrcube.ts'
import type { RunRecord } from '../../../../src/engine/protocol/record.ts'
import type { Run } from '../../../../src/engine/protocol/run.ts'
import type { Sample } from '../../../../src/engine/protocol/sample.ts'
import { askAll } from '../../../../src/engine/runtime/ask.ts'
import type { Vlm } from '../../../../src/engine/runtime/vlm.ts'

const run = { id: 'run', settings: { reusePrefix: true, protocol: firstProtocol } } as Run
const samples = [0, 1, 2].map(
  (index): Sample => ({
    index,
    fields: { question: 'Which?', option_A: 'This', option_B: 'That', gt_answer: 'This' },
    image: `set/${index}.png`,
    file: 'set/test.json',
  }),
)

/** Asks three questions, each about an image whose preparation throws. */
async function asked(thrown: unknown, mayGoOn = async () => true) {
  const stored: RunRecord[] = []
  const wentOn = await askAll({ prefixUnsupported: null } as Vlm, {
    run,
    samples,
    groups: plan(samples, new Set()),
    perturbation: new Perturbation(undefined, samples, medrcube),
    prepare: async () => {
      throw thrown
    },
    lookAhead: 2,
    features: { cache: null, keep: () => {} },
    store: async records => {
      stored.push(...records)
    },
    emit: () => {},
    mayGoOn,
  })
  return { wentOn, errors: stored.map(record => (record.status === 'failed' ? record.error : null)) }
}

const typed = (code: ErrorCode) =>
  new VoxelwiseError({ code, subject: 'it', message: 'No.', remedy: 'Mend it.' })

test('a faulty image fails its own questions', async () => {
  const { wentOn, errors } = await asked(typed('image-truncated'))
  expect(wentOn).toBe(true)
  expect(errors).toEqual(samples.map(() => typed('image-truncated').info))
})

test('a fault of the model ends the run immediately, under its own name', async () => {
  for (const code of ['model-config', 'model-load', 'model-unsupported', 'model-file-missing'] as const)
    await expect(asked(typed(code))).rejects.toMatchObject({ info: { code, subject: 'it' } })
})

test('an unexpected error is the page’s own fault, not the image’s, and keeps its message', async () => {
  const { errors } = await asked(new TypeError('x is not iterable'))
  for (const [i, error] of errors.entries()) {
    expect(error).toMatchObject({ code: 'internal', subject: `set/${i}.png` })
    expect(error?.message).toContain('x is not iterable')
    expect(error?.remedy).not.toContain('image')
  }
})

test('a stopped run reports it and stores nothing more', async () => {
  expect(await asked(typed('image-empty'), async () => false)).toEqual({ wentOn: false, errors: [] })
})
