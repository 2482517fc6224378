import { errorReason, VoxelwiseError } from '../base/errors.ts'
import type { TensorData } from '../families/family.ts'
import { disposeCache, type KvCache } from './cache.ts'

type DecoderInputs = Readonly<Record<string, TensorData>>

/** The parts of a loaded model that the trial uses. */
export interface TriedDecoder {
  /** Where it is known already that no prompt can come in parts, they are not tried. */
  readonly prefixUnsupported: string | null
  decoderInputs(ids: readonly number[], from: number, images: readonly []): DecoderInputs
  logits(
    ids: readonly number[],
    past: KvCache | null,
    pastLength: number,
    features: null,
    more: DecoderInputs,
  ): Promise<Float32Array>
  prefill(
    ids: readonly number[],
    past: null,
    pastLength: number,
    features: null,
    more: DecoderInputs,
  ): Promise<KvCache>
}

/** Share of the logits' spread by which a prompt in two parts may differ: 16-bit rounding stays below a tenth of it. */
const mostApart = 0.02

export interface DecoderTrial {
  /** Why every prompt must be computed in full; null if two parts are allowed, or were not tried. */
  readonly whole: string | null
  /** Whether a token can be added to the cache of those before it; otherwise all tokens are computed again for each. */
  readonly takesCache: boolean
}

/** Most letters of ONNX Runtime's own words in a run's log. */
const longestReason = 200

/**
 * Runs a decoder once before the first question: on a few words, in one part, in two parts, and one token on top of a cache. A
 * graph that cannot run fails here, not again in each fresh worker. One that takes no cache (with several new tokens, or at
 * all, as 16-bit ones of ONNX Runtime GenAI) is used without. @throws VoxelwiseError model-load, out-of-memory
 */
export async function tryDecoder(
  decoder: TriedDecoder,
  ids: readonly number[],
  subject: string,
): Promise<DecoderTrial> {
  const inputs = (from: number, to = ids.length): DecoderInputs =>
    decoder.decoderInputs(ids.slice(0, to), from, [])
  const askWhole = async (): Promise<Float32Array> => {
    try {
      return await decoder.logits(ids, null, 0, null, inputs(0))
    } catch (cause) {
      throw firstRunFailed(subject, cause)
    }
  }
  const whole = await askWhole()
  /** Why a prompt that is cut there does not give the same. */
  const fault = async (cut: number): Promise<string | null> => {
    let cache: KvCache | null = null
    try {
      cache = await decoder.prefill(ids.slice(0, cut), null, 0, null, inputs(0, cut))
      return differ(whole, await decoder.logits(ids.slice(cut), cache, cut, null, inputs(cut)))
    } catch (cause) {
      // A session that failed is trusted only if it repeats its earlier result.
      const again = await askWhole()
      if (!again.every((logit, i) => Object.is(logit, whole[i]))) throw firstRunFailed(subject, cause)
      return errorReason(cause).slice(0, longestReason)
    } finally {
      disposeCache(cache)
    }
  }
  if (ids.length < 4 || decoder.prefixUnsupported !== null) return { whole: null, takesCache: true }
  const several = await fault(ids.length >> 1)
  if (several === null) return { whole: null, takesCache: true }
  const one = await fault(ids.length - 1)
  return one === null
    ? { whole: `this decoder adds one token at a time to a cache (${several})`, takesCache: true }
    : {
        whole: `this decoder takes no cache, and computes every token again (${one})`,
        takesCache: false,
      }
}

function differ(whole: Float32Array, parts: Float32Array): string | null {
  let [least, most, apart] = [Infinity, -Infinity, 0]
  for (const [i, logit] of whole.entries()) {
    least = Math.min(least, logit)
    most = Math.max(most, logit)
    apart = Math.max(apart, Math.abs(logit - (parts[i] ?? Number.NaN)))
  }
  return apart > mostApart * (most - least) ? `logits are ${apart.toPrecision(2)} apart` : null
}

/** A run that fails before the first question would fail every question. */
export function firstRunFailed(subject: string, cause: unknown): VoxelwiseError {
  const detail = errorReason(cause)
  return runtimeError(subject, cause, {
    memory: [
      `There was not enough memory to run the model: ${detail}.`,
      'Choose a smaller precision (q4), or close other programs that use memory.',
    ],
    other: [
      `The model loads, but fails on its first run: ${detail}.`,
      'Try another precision or device. If all fail, export the model again with tools/export (docs/models.md).',
    ],
  })
}

type Words = readonly [message: string, remedy: string]

/** A fault of ONNX Runtime, by whether its own words speak of memory. */
export function runtimeError(
  subject: string,
  cause: unknown,
  words: Readonly<Record<'memory' | 'other', Words>>,
): VoxelwiseError {
  const isMemory = /bad_alloc|out of memory|allocation failed|memory access|RangeError/i.test(
    errorReason(cause),
  )
  const [message, remedy] = isMemory ? words.memory : words.other
  return new VoxelwiseError({
    code: isMemory ? 'out-of-memory' : 'model-load',
    subject,
    message,
    remedy,
    cause,
  })
}
