/** Whether a graphics card computes a model as it should: limits, comparison and refusal. */
import { fieldError, isFields, numberField } from '../base/config-fields.ts'
import type { ErrorInfo } from '../base/errors.ts'
import type { Dtype, GraphDtype, Precision } from '../protocol/device.ts'
import { type DeviceReference, type DeviceTest, referenceNames } from '../protocol/device-test.ts'
import { dtypesWithin, dtypeWords, isUnquantised } from '../protocol/mixed-precision.ts'
import { cardFile } from './agreement.ts'
import type { DtypeOverview } from './dtype-overview.ts'

/** What one device computed for the test prompts. */
export interface DeviceNumbers {
  readonly prompts: readonly {
    /** Log-probability of each option at the answer position. */
    readonly options: readonly number[]
    /** The same after one more token, on top of the cache; null if it was not computed. */
    readonly next: readonly number[] | null
  }[]
  /** Features of each image, from the encoder; empty if they were not computed. */
  readonly features: readonly Float32Array[]
}

/** Largest difference at which a device counts as correct. */
interface DeviceLimit {
  readonly logprobs: number
  /** As a share of the largest value. */
  readonly features: number
}

const exact: DeviceLimit = { logprobs: 0.05, features: 0.01 }
const rounded: DeviceLimit = { logprobs: 0.5, features: 0.1 }

/** Those that compute in 32 bits. */
const in32Bits: ReadonlySet<GraphDtype> = new Set(['fp32', 'q4', 'bnb4'])

/** Measured limits (docs/fidelity.md): 32-bit arithmetic is nearly exact, 16-bit and 8-bit activations are rounded. */
export const deviceLimit = (dtype: Precision): DeviceLimit =>
  dtype !== 'server' && dtype !== 'elsewhere' && dtypesWithin(dtype).every(one => in32Bits.has(one))
    ? exact
    : rounded

/** The differences between two devices; infinite where only one of two numbers is finite. */
export function compareNumbers(
  against: DeviceReference,
  found: DeviceNumbers,
  expected: DeviceNumbers,
): DeviceTest {
  const pairs = found.prompts.map((prompt, i) => [prompt, expected.prompts[i]] as const)
  const logprobs = pairs.flatMap(([one, other]) => [
    mostApart(one.options, other?.options ?? []),
    one.next && other?.next ? mostApart(one.next, other.next) : 0,
  ])
  const compared = Math.min(found.features.length, expected.features.length)
  const features = found.features.slice(0, compared).map((values, i) => {
    const reference = expected.features[i] ?? new Float32Array()
    const apart = mostApart(values, reference)
    return apart === 0 ? 0 : apart / largest(reference)
  })
  return {
    against,
    prompts: pairs.length,
    images: found.features.length,
    logprobs: Math.max(0, ...logprobs),
    letters: pairs.filter(([one, other]) => best(one.options) !== best(other?.options ?? [])).length,
    features: compared === 0 ? null : Math.max(0, ...features),
  }
}

/** Why a device may not answer in this precision; null if it may. A changed letter alone is no fault. */
export function deviceFault(
  test: DeviceTest,
  {
    dtype,
    adapter,
    others,
  }: { readonly dtype: Dtype; readonly adapter: string; readonly others: readonly Dtype[] },
): ErrorInfo | null {
  const limit = deviceLimit(dtype)
  const faults = [
    ...fault('option log-probabilities', test.logprobs, limit.logprobs),
    ...(test.features === null ? [] : fault('image features', test.features, limit.features)),
  ]
  if (faults.length === 0) return null
  const reference = referenceNames[test.against]
  const precision = others.length > 0 ? `, or another precision (${others.map(dtypeWords).join(', ')})` : ''
  return {
    code: 'device-wrong',
    subject: `${dtypeWords(dtype)} on WebGPU (${adapter})`,
    message: `The graphics card does not compute this model as ${reference} does: ${faults.join('; ')}.`,
    remedy:
      test.against === 'wasm'
        ? `Choose WASM${precision}. A newer browser or driver may correct it.`
        : `The model’s files may be damaged or exported wrongly. Choose WASM${precision}, or export the model again.`,
  }
}

function fault(what: string, apart: number, limit: number): readonly string[] {
  if (apart <= limit) return []
  if (!Number.isFinite(apart)) return [`${what} overflow`]
  return [`${what} differ by up to ${Number(apart.toPrecision(2))} (limit ${limit})`]
}

/** Infinite where they differ in length, or only one is finite. */
function mostApart(one: ArrayLike<number>, other: ArrayLike<number>): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY
  let most = 0
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i] as number, other[i] as number]
    if (Object.is(a, b)) continue
    const apart = Math.abs(a - b)
    if (Number.isNaN(apart)) return Number.POSITIVE_INFINITY
    most = Math.max(most, apart)
  }
  return most
}

function largest(values: Float32Array): number {
  let most = 0
  for (const value of values) most = Math.max(most, Math.abs(value))
  return most
}

const best = (options: readonly number[]): number => options.indexOf(Math.max(...options))

/** Share of the machine's memory that a comparison on WASM may take while the user does something else. */
const memoryShare = 1 / 2

/** Gigabytes if the browser does not report them. */
const usualMemory = 8

/** Why a model cannot be computed on WASM for a comparison; null if it can. @param memory of the machine in gigabytes */
export function whyUntestable(
  { dtypes }: { readonly dtypes: readonly Pick<DtypeOverview, 'dtype' | 'problems' | 'memory'>[] },
  dtype: Dtype,
  memory = usualMemory,
): string | null {
  const entry = dtypes.find(known => known.dtype === dtype)
  const [problem] = entry?.problems.wasm ?? []
  if (problem) return problem.message
  const needed = entry?.memory?.total.wasm ?? 0
  return needed > memoryShare * memory * 2 ** 30
    ? 'WASM would need more than half of this computer’s memory'
    : null
}

const keyParts = [
  ...(['fingerprint', 'dtype', 'adapter', 'driver', 'userAgent'] as const),
  ...(['onnxruntime', 'kernel', 'app'] as const),
]

/** Everything that a comparison depends on, as one text. */
export const deviceTestKey = (parts: Readonly<Record<(typeof keyParts)[number], string>>): string =>
  JSON.stringify(keyParts.map(name => parts[name]))

/** PyTorch's outputs for the drawn pictures, from voxelwise.json. */
export interface CardReference {
  readonly tokens: readonly number[]
  readonly prompts: readonly {
    readonly text: string
    /** Number of its picture (`testPicture`); null for none. */
    readonly picture: number | null
    readonly options: readonly number[]
  }[]
}

/** The error of fewer bits is larger than a device's, so of quantised weights there is none. @throws VoxelwiseError model-config naming the field */
export function cardReference(card: Readonly<Record<string, unknown>>, dtype: Dtype): CardReference | null {
  const { outputs } = card
  if (outputs === undefined || !isUnquantised(dtype)) return null
  const at = `${cardFile}: outputs`
  if (!isFields(outputs)) throw fieldError(cardFile, 'outputs', 'an object')
  const tokens = readNumbers(outputs.tokens)
  if (!tokens?.length || !tokens.every(id => Number.isInteger(id) && id >= 0))
    throw fieldError(at, 'tokens', 'a list of token ids')
  if (!Array.isArray(outputs.prompts) || outputs.prompts.length === 0 || outputs.prompts.length > 100)
    throw fieldError(at, 'prompts', 'a list of prompts')
  const prompts = outputs.prompts.map((prompt: unknown, i) => {
    const place = `${at}.prompts[${i}]`
    if (!isFields(prompt) || typeof prompt.text !== 'string') throw fieldError(place, 'text', 'text')
    const options = readNumbers(prompt.options)
    if (options?.length !== tokens.length)
      throw fieldError(place, 'options', `${tokens.length} log-probabilities`)
    const picture = prompt.picture === null ? null : numberField(prompt, 'picture', place)
    return { text: prompt.text, picture, options }
  })
  return { tokens, prompts }
}

const readNumbers = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.every(Number.isFinite) ? value : null

export const numbersOfCard = ({ prompts }: CardReference): DeviceNumbers => ({
  prompts: prompts.map(({ options }) => ({ options, next: null })),
  features: [],
})
