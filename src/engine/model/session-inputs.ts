import type { ErrorInfo } from '../base/errors.ts'
import type { Family, InputOutline, ModelConfigs } from '../families/family.ts'
import { cacheShape } from './cache-shape.ts'
import { andList } from './layout.ts'
import type { OnnxOutline } from './onnx-outline.ts'

/** The graphs of one precision, by session, with the file that each was read from; those that could be read. */
export type SessionGraphs = ReadonlyMap<string, { readonly subject: string; readonly outline: OnnxOutline }>

const exportAgain =
  'Export the model again with tools/export (docs/models.md), or with onnxruntime-genai’s builder and exclude_embeds=true.'

/** Given by the runtime whatever the family. */
const plainInputs: ReadonlySet<string> = new Set([
  'inputs_embeds',
  'attention_mask',
  'position_ids',
  'num_logits_to_keep',
  'use_cache_branch',
])

/**
 * Inputs that the graphs need and this runtime lacks, or the reverse: known before weights are loaded.
 * @param imageInputs names of the tensors that an image becomes; none where there is none, or the settings are at fault
 */
export function inputProblems(
  graphs: SessionGraphs,
  family: Family,
  imageInputs: readonly string[],
  configs: ModelConfigs,
): readonly ErrorInfo[] {
  const decoder = graphs.get('decoder_model_merged')
  const embed = graphs.get('embed_tokens')
  const encoder = graphs.get('vision_encoder')
  return [
    ...(encoder ? encoderProblems(encoder.subject, encoder.outline, imageInputs) : []),
    ...(embed ? embedProblems(embed.subject, embed.outline) : []),
    ...(decoder ? decoderProblems(decoder, embed?.outline.outputs ?? [], family, configs) : []),
  ]
}

function unknownInput(subject: string, session: string, name: string, known: readonly string[]): ErrorInfo {
  const hint = name === 'input_ids' ? ' It embeds words itself, so no image can be put among them.' : ''
  return {
    code: 'model-unsupported',
    subject: `${subject}: ${name}`,
    message: `The ${session} wants an input "${name}", which is not known here; known are ${andList(known)}.${hint}`,
    remedy: exportAgain,
  }
}

const lacking = (subject: string, message: string): ErrorInfo => ({
  code: 'model-unsupported',
  subject,
  message,
  remedy: exportAgain,
})

function encoderProblems(
  subject: string,
  { inputs }: OnnxOutline,
  given: readonly string[],
): readonly ErrorInfo[] {
  if (given.length === 0) return []
  // transformers.js calls Qwen2-VL's grid so.
  const known = new Set([...given, ...given.map(name => name.replace(/^image_grid_thw$/, 'grid_thw'))])
  return inputs
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => unknownInput(subject, 'image encoder', name, given))
}

function embedProblems(subject: string, { inputs, outputs }: OnnxOutline): readonly ErrorInfo[] {
  const strange = inputs.filter(({ name }) => name !== 'input_ids')
  const problems = strange.map(({ name }) => unknownInput(subject, 'word embedding', name, ['input_ids']))
  return outputs.includes('inputs_embeds')
    ? problems
    : [...problems, lacking(subject, `The word embedding has no output "inputs_embeds".`)]
}

function decoderProblems(
  { subject, outline: { inputs, outputs } }: { readonly subject: string; readonly outline: OnnxOutline },
  perToken: readonly string[],
  family: Family,
  configs: ModelConfigs,
): readonly ErrorInfo[] {
  const familyInputs =
    attempted(() => family.decoderInputs?.({ ids: [0], from: 0, grids: [] }, configs)) ?? {}
  const known = new Set([...plainInputs, ...perToken, ...Object.keys(familyInputs)])
  const inputsByName = new Map(inputs.map(input => [input.name, input]))
  const past = inputs.filter(({ name }) => name.startsWith('past'))
  const problems = inputs
    .filter(({ name }) => !known.has(name) && !name.startsWith('past'))
    .map(({ name }) => unknownInput(subject, 'decoder', name, [...known]))
  if (!inputsByName.has('inputs_embeds') && !inputsByName.has('input_ids'))
    problems.push(
      lacking(subject, 'The decoder has no input "inputs_embeds", where an image is put among words.'),
    )
  if (!outputs.includes('logits')) problems.push(lacking(subject, 'The decoder has no output "logits".'))
  if (past.length === 0)
    problems.push(
      lacking(subject, 'The decoder keeps no cache (it has no inputs "past…"), so it can write no answer.'),
    )
  const positions = familyInputs.position_ids
  const faults = [
    ['position_ids', positions ? positionProblem(inputsByName.get('position_ids'), positions.dims) : null],
    ...past.map(input => [input.name, cacheProblem(input, outputs, configs)] as const),
  ] as const
  return [
    ...problems,
    ...faults.flatMap(([name, fault]) => (fault === null ? [] : [lacking(`${subject}: ${name}`, fault)])),
  ]
}

/**
 * A family's own positions, such as M-RoPE's: a decoder that takes word positions only would silently differ from PyTorch.
 * @param own as the decoder declares them
 * @param given sides of the given tensor
 */
function positionProblem(own: InputOutline | undefined, given: readonly number[]): string | null {
  if (!own) return 'The decoder takes no positions, and would count an image’s as if they were words’.'
  const sides = `This family’s positions have ${given.length} sides, ${given[0]} (time, row and column) × batch × length`
  if (own.dims.length !== given.length) return `${sides}; the decoder takes ${own.dims.length} sides.`
  const [first] = own.dims
  return typeof first === 'number' && first !== given[0]
    ? `${sides}; the first side that the decoder takes is ${first}.`
    : null
}

function cacheProblem(
  { name, dims }: InputOutline,
  outputs: readonly string[],
  configs: ModelConfigs,
): string | null {
  if (!outputs.some(output => pastName(output) === name))
    return 'No output of the decoder gives this part of its cache back.'
  if (cacheShape(name, dims, configs).includes(null))
    return dims.length > 4
      ? `This part of its cache has ${dims.length} sides; known are batch, heads, length and head size.`
      : 'Neither the graph nor config.json gives the size of this part of its cache.'
  const length = /[._](key|value)s?$/.test(name) && dims.length === 4 ? dims[2] : null
  return typeof length === 'number'
    ? `Its cache has a fixed length of ${length} tokens; it must be able to grow.`
    : null
}

/** The name under which the decoder takes an output of its cache back. */
export function pastName(present: string): string | null {
  if (!present.startsWith('present')) return null
  return present.replace('present', present.startsWith('present.') ? 'past_key_values' : 'past')
}

/** Faulty settings are reported elsewhere, under their own name. */
function attempted<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
