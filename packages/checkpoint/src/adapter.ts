/** A LoRA adapter: what it adds to the matrices of the checkpoint that it was trained on. */
import { CheckpointError } from './checkpoint-error.ts'
import { type Renaming, renamed } from './renaming.ts'
import type { StoredTensor } from './safetensors.ts'
import { countOf, type ReadBytes, storedValues, type Values } from './values.ts'

/** `adapter_config.json`, as far as it changes numbers. */
export interface AdapterSettings {
  readonly rank: number
  readonly alpha: number
  readonly useRslora: boolean
  readonly transposed: boolean
  readonly rankPattern: Readonly<Record<string, number>>
  readonly alphaPattern: Readonly<Record<string, number>>
}

const file = 'adapter_config.json'
const remedy = 'Merge the adapter with peft, and pick the merged checkpoint.'

/** Settings that other kinds of adapters have. Each would change the sum. */
const refused: Readonly<Record<string, string>> = {
  use_dora: 'DoRA',
  use_qalora: 'QA-LoRA',
  lora_bias: 'LoRA with biases',
  layer_replication: 'replicated layers',
  megatron_config: 'Megatron',
  trainable_token_indices: 'trained tokens',
  alora_invocation_tokens: 'activated LoRA',
  target_parameters: 'adapted parameters',
}

/** @throws CheckpointError unsupported for another kind of adapter; damaged for a field of a wrong type */
export function adapterSettings(config: Readonly<Record<string, unknown>>): AdapterSettings {
  const unsupported = (field: string, what: string): CheckpointError =>
    new CheckpointError('unsupported', `${file}: ${field}`, `${what} is not read; plain LoRA is.`, remedy)
  if (config.peft_type !== 'LORA')
    throw unsupported('peft_type', `An adapter of the kind ${String(config.peft_type)}`)
  for (const [field, what] of Object.entries(refused)) {
    const value = config[field]
    const isEmpty = value === undefined || value === null || value === false
    if (!isEmpty && !(Array.isArray(value) && value.length === 0)) throw unsupported(field, what)
  }
  if (config.bias !== undefined && config.bias !== 'none') throw unsupported('bias', 'An adapter with biases')
  const number = (field: string): number => {
    const value = config[field]
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
    throw new CheckpointError('damaged', `${file}: ${field}`, 'It should be a number above 0.', remedy)
  }
  return {
    rank: number('r'),
    alpha: number('lora_alpha'),
    useRslora: config.use_rslora === true,
    transposed: config.fan_in_fan_out === true,
    rankPattern: numbersOf(config.rank_pattern),
    alphaPattern: numbersOf(config.alpha_pattern),
  }
}

const numbersOf = (value: unknown): Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      )
    : {}

interface Pair {
  /** rank x in */
  readonly down: Values
  /** out x rank */
  readonly up: Values
  readonly factor: number
}

export class Adapter {
  readonly #pairs = new Map<string, Pair>()
  readonly #replaced = new Map<string, Values>()
  readonly #used = new Set<string>()
  readonly #published = new Map<string, string>()
  readonly #transposed: boolean

  /**
   * @param stored tensors of `adapter_model.safetensors`
   * @throws CheckpointError missing where one of the two matrices of a module is not there; unsupported for tensors of
   *   another kind
   */
  constructor(stored: ReadonlyMap<string, StoredTensor>, settings: AdapterSettings, rules: Renaming) {
    this.#transposed = settings.transposed
    const halves = new Map<string, { down?: StoredTensor; up?: StoredTensor }>()
    for (const tensor of stored.values()) {
      const path = tensor.name.replace(/^base_model\.model\./, '')
      const half = /^(.*)\.lora_(A|B)(?:\.default)?\.weight$/.exec(path)
      if (half) {
        const [, module = '', which] = half
        const pair = halves.get(module) ?? {}
        halves.set(module, { ...pair, [which === 'A' ? 'down' : 'up']: tensor })
      } else if (/\.(lora_embedding_[AB]|lora_magnitude_vector|ranknum)\b/.test(path)) {
        throw new CheckpointError(
          'unsupported',
          `${tensor.file}: ${tensor.name}`,
          'This part of an adapter is not read.',
          remedy,
        )
      } else {
        const name = renamed(path.replace(/\.modules_to_save(\.default)?\./, '.'), rules)
        this.#replaced.set(name, storedValues(tensor))
        this.#published.set(name, tensor.name)
      }
    }
    for (const [module, { down, up }] of halves) {
      const there = down ?? up
      if (!down || !up)
        throw new CheckpointError(
          'missing',
          `${there?.file}: ${module}`,
          'Of the two matrices of this module one is missing.',
          'Download or save the adapter again.',
        )
      const name = renamed(`${module}.weight`, rules)
      this.#pairs.set(name, {
        down: storedValues(down),
        up: storedValues(up),
        factor: factorOf(module, settings),
      })
      this.#published.set(name, down.name)
    }
  }

  /** The numbers of a checkpoint's tensor with the adapter's part; null where it has none. @throws CheckpointError damaged */
  changed(name: string, values: Values): Values | null {
    const replaced = this.#replaced.get(name)
    if (replaced) {
      this.#used.add(name)
      checkSize(name, countOf(replaced.shape), countOf(values.shape))
      return { ...replaced, name: values.name, shape: values.shape, stored: null }
    }
    const pair = this.#pairs.get(name)
    if (!pair) return null
    this.#used.add(name)
    return merged(name, values, this.#transposed ? turnedRound(pair) : pair)
  }

  /** Names of its tensors that changed nothing: the checkpoint has no such module. */
  unused(): readonly string[] {
    return [...this.#published].flatMap(([name, published]) => (this.#used.has(name) ? [] : [published]))
  }
}

/** alpha / r, or alpha / √r. A pattern is the end of a module's path, or an expression for it, as in peft. */
function factorOf(
  module: string,
  { rank, alpha, useRslora, rankPattern, alphaPattern }: AdapterSettings,
): number {
  const own = (patterns: Readonly<Record<string, number>>, otherwise: number): number => {
    const found = Object.entries(patterns).find(([pattern]) => matches(module, pattern))
    return found ? found[1] : otherwise
  }
  const r = own(rankPattern, rank)
  return own(alphaPattern, alpha) / (useRslora ? Math.sqrt(r) : r)
}

/** As `get_pattern_key` of peft: `re.match(rf"(.*\.)?({pattern})$", module)`. */
function matches(module: string, pattern: string): boolean {
  if (pattern === module || module.endsWith(`.${pattern}`)) return true
  if (pattern.length > 200 || !/[\\^$*+?()[\]{}|]/.test(pattern)) return false
  throw new CheckpointError(
    'unsupported',
    `${file}: ${pattern}`,
    'A pattern of an adapter that is an expression is not read; the end of a module’s path is.',
    remedy,
  )
}

/** With `fan_in_fan_out` the matrices of the modules are in x out, and so is their sum. */
const turnedRound = ({ down, up, factor }: Pair): Pair => ({ down: up, up: down, factor })

function checkSize(name: string, has: number, wants: number): void {
  if (has === wants) return
  throw new CheckpointError(
    'damaged',
    `adapter_model.safetensors: ${name}`,
    `It has ${has} numbers; the checkpoint's tensor has ${wants}.`,
    'Pick the adapter that was trained on this checkpoint.',
  )
}

/** W + factor · B A in 32 bits, by rows. */
function merged(name: string, values: Values, { down, up, factor }: Pair): Values {
  const [rows = 0] = values.shape
  const columns = countOf(values.shape) / rows
  const [rank = 0] = down.shape
  checkSize(name, countOf(up.shape), rows * rank)
  checkSize(name, countOf(down.shape), rank * columns)
  let whole: Promise<Float32Array> | null = null
  return {
    ...values,
    stored: null,
    async floats(read: ReadBytes, from: number, to: number) {
      whole ??= down.floats(read, 0, rank * columns)
      const first = Math.floor(from / columns)
      const last = Math.ceil(to / columns)
      const [base, lower, upper] = await Promise.all([
        values.floats(read, from, to),
        whole,
        up.floats(read, first * rank, last * rank),
      ])
      const sum = Float32Array.from(base)
      for (let row = first; row < last; row++) {
        const [begin, end] = [Math.max(from, row * columns), Math.min(to, (row + 1) * columns)]
        for (let k = 0; k < rank; k++) {
          const weight = factor * (upper[(row - first) * rank + k] as number)
          const shift = (k - row) * columns
          for (let i = begin; i < end; i++)
            sum[i - from] = (sum[i - from] as number) + weight * (lower[i + shift] as number)
        }
      }
      return sum
    },
  }
}
