/** A LoRA adapter: what it adds to the matrices of the checkpoint that it was trained on. */
import { CheckpointError } from './checkpoint-error.ts'
import { type Renaming, renamedByAll } from './renaming.ts'
import type { StoredTensor } from './safetensors.ts'
import { elementCount, loadFloats, type ReadBytes, someRows, storedValues, type Values } from './values.ts'

/** `adapter_config.json`, as far as it changes numbers. */
export interface AdapterSettings {
  /** The rank of most modules; each module's own is a side of its matrices. */
  readonly rank: number
  readonly alpha: number
  readonly useRslora: boolean
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
  use_bdlora: 'BD-LoRA',
  arrow_config: 'Arrow',
  kasa_config: 'KaSA',
  monteclora_config: 'MonteCLoRA',
  velora_config: 'VeLoRA',
}

/** How the matrices began, where that leaves the model's own as they were. PiSSA, OLoRA, CorDA and LoftQ change those. */
const plainStarts: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  true,
  false,
  'gaussian',
  'eva',
  'orthogonal',
])

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
  if (!plainStarts.has(config.init_lora_weights))
    throw unsupported('init_lora_weights', `An adapter begun as ${String(config.init_lora_weights)}`)
  const number = (field: string): number => {
    const value = config[field]
    if (typeof value === 'number' && Number.isFinite(value) && value > 0) return value
    throw new CheckpointError('damaged', `${file}: ${field}`, 'It should be a number above 0.', remedy)
  }
  return {
    rank: number('r'),
    alpha: number('lora_alpha'),
    useRslora: config.use_rslora === true,
    alphaPattern: numericFields(config.alpha_pattern),
  }
}

const numericFields = (value: unknown): Readonly<Record<string, number>> =>
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
  /** The model on which it was trained, for messages. */
  readonly base: string

  /**
   * @param stored tensors of `adapter_model.safetensors`
   * @param rules from its names to those by which graphs ask, one list after the other
   * @param base the model on which it was trained
   * @param packedNames the matrices by whose names graphs ask, where the checkpoint packs them in one: equal numbers of its rows
   * @throws CheckpointError missing where one of the two matrices of a module is not there; unsupported for tensors of
   *   another kind
   */
  constructor(
    stored: ReadonlyMap<string, StoredTensor>,
    settings: AdapterSettings,
    rules: readonly Renaming[],
    base: string,
    packedNames: (name: string) => readonly string[],
  ) {
    const parts = (module: string) => packedNames(renamedByAll(module, rules))
    this.base = base
    const halves = new Map<string, { down?: StoredTensor; up?: StoredTensor }>()
    for (const tensor of stored.values()) {
      // peft saves the whole matrix, too, of a layer that may have been resized: `base_layer`.
      const path = tensor.name.replace(/^base_model\.model\./, '').replace('.base_layer.', '.')
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
        const names = parts(path.replace(/\.modules_to_save(\.default)?\./, '.'))
        for (const [i, name] of names.entries()) {
          this.#replaced.set(name, equalPart(storedValues(tensor), i, names.length))
          this.#published.set(name, tensor.name)
        }
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
      const names = parts(`${module}.weight`)
      const factor = scaleFactor(module, down.shape[0] ?? 0, settings)
      for (const [i, name] of names.entries()) {
        this.#pairs.set(name, {
          down: storedValues(down),
          up: equalPart(storedValues(up), i, names.length),
          factor,
        })
        this.#published.set(name, down.name)
      }
    }
  }

  /** How many tensors of a checkpoint it changes. */
  get size(): number {
    return new Set(this.#published.values()).size
  }

  /** Whether it brings a tensor of its own, which the checkpoint may lack: the output matrix of a model with tied words. */
  replaces(name: string): boolean {
    return this.#replaced.has(name)
  }

  /** A tensor that the adapter brings and the checkpoint lacks. @throws CheckpointError damaged for another size */
  own(name: string, shape: readonly number[]): Values | null {
    const replaced = this.#replaced.get(name)
    return replaced ? this.changed(name, { ...replaced, shape }) : null
  }

  /** The numbers of a checkpoint's tensor with the adapter's part; null where it has none. @throws CheckpointError damaged */
  changed(name: string, values: Values): Values | null {
    const replaced = this.#replaced.get(name)
    const pair = this.#pairs.get(name)
    if (!replaced && !pair) return null
    this.#used.add(name)
    if (replaced) this.#checkSize(name, elementCount(replaced.shape), elementCount(values.shape))
    const base = replaced ? { ...replaced, name: values.name, shape: values.shape, stored: null } : values
    if (!pair) return base
    const [rows = 0] = values.shape
    const [rank = 0] = pair.down.shape
    this.#checkSize(name, elementCount(pair.up.shape), rows * rank)
    this.#checkSize(name, elementCount(pair.down.shape), (rank * elementCount(values.shape)) / rows)
    return merged(base, pair)
  }

  /** Published names of its tensors that changed nothing. @param isExpected whether a tensor is known to be needed by no graph */
  unused(isExpected: (name: string) => boolean): readonly string[] {
    const left = [...this.#published].flatMap(([name, published]) =>
      this.#used.has(name) || isExpected(name) ? [] : [published],
    )
    return [...new Set(left)]
  }

  #checkSize(name: string, has: number, wants: number): void {
    if (has === wants) return
    throw new CheckpointError(
      'damaged',
      `adapter_model.safetensors: ${this.#published.get(name) ?? name}`,
      `It has ${has} numbers; for this checkpoint it should have ${wants}. The adapter was trained on ${this.base}.`,
      'Pick the model on which the adapter was trained.',
    )
  }
}

/** One of so many equal parts. A matrix of another height is refused where its size is compared with the checkpoint's. */
function equalPart(values: Values, index: number, count: number): Values {
  const rows = Math.floor((values.shape[0] ?? 0) / count)
  return count === 1 ? values : someRows(values, index * rows, rows)
}

/**
 * alpha / r, or alpha / √r. A pattern is the end of a module's path. `rank_pattern` is not read, as the matrices have the rank, nor
 * `fan_in_fan_out`, which peft applies to GPT-2's kind of layer only.
 */
function scaleFactor(
  module: string,
  rank: number,
  { alpha, useRslora, alphaPattern }: AdapterSettings,
): number {
  const entry = Object.entries(alphaPattern).find(([pattern]) => matches(module, pattern))
  return (entry?.[1] ?? alpha) / (useRslora ? Math.sqrt(rank) : rank)
}

/** What an expression for a module's path may be made of: names, any text, digits, and alternatives without repetition. */
const readable = /^\^?(?:[\w-]|\\?\.|\.\*|\\d\+?|\[0-9\]\+?|\((?:\?:)?[\w.|-]+\))*\$?$/
const parts = /\.\*|\\d\+?|\[0-9\]\+?|\((?:\?:)?[\w.|-]+\)|\\?\.|[\w-]/g

/**
 * As `get_pattern_key` of peft: `re.match(rf"(.*\.)?({pattern})$", module)`. All places that the parts so far can end at are
 * kept, so that no expression takes long.
 * @throws CheckpointError unsupported for an expression that this reads otherwise than Python
 */
function matches(module: string, pattern: string): boolean {
  if (pattern === module || module.endsWith(`.${pattern}`)) return true
  if (/^[\w-]+$/.test(pattern)) return false
  if (pattern.length > 200 || !readable.test(pattern))
    throw new CheckpointError(
      'unsupported',
      `${file}: alpha_pattern`,
      `The expression ${pattern} is not read; names, alternatives, digits and any text are.`,
      remedy,
    )
  const starts = [...module.matchAll(/\./g)].map(({ index }) => index + 1)
  let ends: readonly number[] = pattern.startsWith('^') ? [0] : [0, ...starts]
  for (const [part] of pattern.matchAll(parts))
    ends = [...new Set(ends.flatMap(from => matchEnds(part, module, from)))]
  return ends.includes(module.length)
}

const isDigit = (letter = ''): boolean => /^\d$/.test(letter)

/** Where a part that begins at a place may end. */
function matchEnds(part: string, module: string, from: number): readonly number[] {
  if (part === '.*') return Array.from({ length: module.length - from + 1 }, (_, i) => from + i)
  if (part.startsWith('(')) {
    const texts = part.replace(/^\((?:\?:)?|\)$/g, '').split('|')
    return texts.flatMap(text => (isAt(text, module, from) ? [from + text.length] : []))
  }
  if (/^(?:\\d|\[0-9\])/.test(part)) {
    const ends: number[] = []
    for (let at = from; isDigit(module[at]) && (part.endsWith('+') || at === from); at++) ends.push(at + 1)
    return ends
  }
  if (part === '\\.') return module[from] === '.' ? [from + 1] : []
  return isAt(part, module, from) ? [from + 1] : []
}

/** @param text letters, where a dot is any one */
const isAt = (text: string, module: string, from: number): boolean =>
  from + text.length <= module.length &&
  Array.from(text).every((letter, i) => letter === '.' || letter === module[from + i])

/** W + factor · B A in 32 bits, by rows. */
function merged(values: Values, { down, up, factor }: Pair): Values {
  const [rows = 0] = values.shape
  const columns = elementCount(values.shape) / rows
  const [rank = 0] = down.shape
  let whole: Promise<Float32Array> | null = null
  return {
    ...values,
    stored: null,
    async load(read: ReadBytes, from: number, to: number) {
      whole ??= loadFloats(down, read, 0, rank * columns)
      const first = Math.floor(from / columns)
      const last = Math.ceil(to / columns)
      const [fill, lower, upper] = await Promise.all([
        values.load(read, from, to),
        whole,
        loadFloats(up, read, first * rank, last * rank),
      ])
      return (into, at) => {
        fill(into, at)
        const [start, end] = [from + at, from + at + into.length]
        for (let row = Math.floor(start / columns); row * columns < end; row++) {
          const [begin, stop] = [Math.max(start, row * columns), Math.min(end, (row + 1) * columns)]
          for (let k = 0; k < rank; k++) {
            const weight = factor * (upper[(row - first) * rank + k] as number)
            const shift = (k - row) * columns
            for (let i = begin; i < stop; i++)
              into[i - start] = (into[i - start] as number) + weight * (lower[i + shift] as number)
          }
        }
      }
    },
  }
}
