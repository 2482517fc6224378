import { expect, test } from 'vitest'
import { type TriedDecoder, tryDecoder } from '../../../../src/engine/runtime/trial.ts'

const ids = [1, 2, 3, 4, 5, 6]

/** A decoder whose logits depend on the tokens alone, and that fails where `fails` says so. */
function decoder(
  fails: (past: number, added: number) => string | null,
  { shift = 0, prefixUnsupported = null as string | null } = {},
): TriedDecoder & { readonly runs: string[] } {
  const runs: string[] = []
  const run = (added: number, past: number): void => {
    runs.push(`${past}+${added}`)
    const reason = fails(past, added)
    if (reason) throw new Error(reason)
  }
  return {
    runs,
    prefixUnsupported,
    decoderInputs: () => ({}),
    logits: async (some, _, past) => {
      run(some.length, past)
      return Float32Array.of(-10, 10, 1 + (past > 0 ? shift : 0))
    },
    prefill: async (some, _, past) => {
      run(some.length, past)
      return {}
    },
  }
}

test('one that can do all is asked in two parts', async () => {
  expect(
    await tryDecoder(
      decoder(() => null),
      ids,
      'd',
    ),
  ).toEqual({ whole: null, takesCache: true })
  // As much as 16 bits round.
  expect(
    await tryDecoder(
      decoder(() => null, { shift: 0.1 }),
      ids,
      'd',
    ),
  ).toMatchObject({ whole: null })
})

test('a decoder that adds a token at a time gets every prompt in full', async () => {
  const trial = await tryDecoder(
    decoder((past, added) => (past > 0 && added > 1 ? 'shapes' : null)),
    ids,
    'd',
  )
  expect(trial).toEqual({
    whole: 'this decoder adds one token at a time to a cache (shapes)',
    takesCache: true,
  })
})

test('a decoder without a cache computes everything again', async () => {
  const trial = await tryDecoder(
    decoder(past => (past > 0 ? 'shapes' : null)),
    ids,
    'd',
  )
  expect(trial).toMatchObject({ whole: expect.stringMatching(/takes no cache/), takesCache: false })
})

test('other numbers in two parts are a reason, too', async () => {
  const trial = await tryDecoder(
    decoder(() => null, { shift: 3 }),
    ids,
    'd',
  )
  expect(trial.whole).toMatch(/logits are 3\.0 apart/)
})

test('a decoder that fails on a full prompt ends the run: it is the model’s own fault', async () => {
  await expect(
    tryDecoder(
      decoder(() => 'head_size'),
      ids,
      'm/d.onnx',
    ),
  ).rejects.toMatchObject({
    info: { code: 'model-load', subject: 'm/d.onnx', message: expect.stringMatching(/first run: head_size/) },
  })
  await expect(
    tryDecoder(
      decoder(() => 'std::bad_alloc'),
      ids,
      'd',
    ),
  ).rejects.toMatchObject({
    info: { code: 'out-of-memory' },
  })
})

test('a decoder with another result after a failure is not trusted', async () => {
  let failed = false
  const broken = decoder((past, added) => {
    failed ||= past > 0
    return past > 0 || failed ? `broken at ${past}+${added}` : null
  })
  await expect(tryDecoder(broken, ids, 'd')).rejects.toMatchObject({ info: { code: 'model-load' } })
})

test('if prompts are never split, splitting is not tried', async () => {
  const seen = decoder(() => null, { prefixUnsupported: 'of the family' })
  expect(await tryDecoder(seen, ids, 'd')).toEqual({ whole: null, takesCache: true })
  expect(seen.runs).toEqual(['0+6'])
})
