import { isFields } from '../base/config-fields.ts'
import { errorMessage, VoxelwiseError } from '../base/errors.ts'
import type { ModelConfigs } from '../families/family.ts'
import type { CopyManifest } from '../model/copy-manifest.ts'
import type { LayoutFile } from '../model/layout.ts'
import type { OnnxOutline } from '../model/onnx-outline.ts'
import type { AdapterFacts } from '../protocol/identity.ts'

/** The model's files, however they are reached: a picked folder or our own server. */
export interface ModelFolder {
  readonly name: string
  readonly files: readonly LayoutFile[]
  open(path: string): Promise<Blob>
  /** A part of a file, where `open` would fetch the whole of it. */
  read?(path: string, start: number, end: number): Promise<Uint8Array>
  /** By path, the outlines of its ONNX files that are known without reading them. */
  readonly outlines?: Readonly<Record<string, OnnxOutline>>
  /** Paths of files that are made of the others when they are opened. */
  readonly written?: ReadonlySet<string>
  /** What identifies the checkpoint that a private copy was made of. */
  readonly copied?: Pick<CopyManifest, 'dtype' | 'fingerprint' | 'weights'>
  /** The LoRA adapter that is merged into a checkpoint, null for none; absent for exported graphs. */
  readonly adapter?: AdapterFacts | null
  /** Where a file lies on this machine, for a runtime that reads files itself; absent in a browser. */
  locate?(path: string): string
}

type Fields = Readonly<Record<string, unknown>>

/** Bytes of a tokenizer's JSON: the largest published ones have 35 million. */
const longestTokenizer = 64_000_000
/** Bytes of any other JSON or template of a model. */
const longestText = 8_000_000

/** @throws VoxelwiseError file-too-large, before anything of it is read */
async function readText(folder: ModelFolder, path: string): Promise<string> {
  const blob = await folder.open(path)
  const limit = path === 'tokenizer.json' ? longestTokenizer : longestText
  if (blob.size <= limit) return blob.text()
  throw new VoxelwiseError({
    code: 'file-too-large',
    subject: `${folder.name}/${path}`,
    message: `It has ${blob.size} bytes; the limit is ${limit}.`,
    remedy: 'Download the file again from where the model was published.',
  })
}

/** A JSON file of the folder; an empty object where it is absent. */
export async function readFields(folder: ModelFolder, path: string): Promise<Fields> {
  if (!folder.files.some(file => file.path === path)) return {}
  const text = await readText(folder, path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'model-config',
      subject: `${folder.name}/${path}`,
      message: `This file is not JSON: ${errorMessage(cause)}.`,
      remedy: 'Download the file again. The download may be unfinished, or a Git LFS pointer.',
      cause,
    })
  }
  if (isFields(value)) return value
  throw new VoxelwiseError({
    code: 'model-config',
    subject: `${folder.name}/${path}`,
    message: 'This file must contain one JSON object.',
    remedy: 'Download the file again from where the model was published.',
  })
}

export async function readConfigs(folder: ModelFolder): Promise<ModelConfigs> {
  const [config, generation, preprocessor, processor] = await Promise.all(
    ['config.json', 'generation_config.json', 'preprocessor_config.json', 'processor_config.json'].map(path =>
      readFields(folder, path),
    ),
  )
  const inner = processor?.image_processor
  return {
    config: config ?? {},
    generation: generation ?? {},
    processor: processor ?? {},
    // Newer checkpoints keep the image processor's settings inside processor_config.json.
    imageProcessor:
      Object.keys(preprocessor ?? {}).length > 0 || !isFields(inner) ? (preprocessor ?? {}) : inner,
  }
}

/** A chat template, and the file or field that it was read from. */
export interface FoundTemplate {
  readonly source: string
  readonly subject: string
}

/** The chat template, from wherever Python's processor would take it, or null where there is none. */
export async function readChatTemplate(
  folder: ModelFolder,
  configs: ModelConfigs,
): Promise<FoundTemplate | null> {
  const fileSubject = (file: string): string => `${folder.name}/${file}`
  if (folder.files.some(({ path }) => path === 'chat_template.jinja')) {
    const source = await readText(folder, 'chat_template.jinja')
    return { source, subject: fileSubject('chat_template.jinja') }
  }
  const candidates = [
    ['chat_template.json', (await readFields(folder, 'chat_template.json')).chat_template],
    ['processor_config.json', configs.processor.chat_template],
    ['tokenizer_config.json', (await readFields(folder, 'tokenizer_config.json')).chat_template],
  ] as const
  for (const [file, template] of candidates) {
    const source = templateText(template)
    if (source !== null) return { source, subject: fileSubject(`${file}: chat_template`) }
  }
  return null
}

function templateText(template: unknown): string | null {
  if (typeof template === 'string') return template
  if (!Array.isArray(template)) return null
  // A list of named templates: the default one is meant.
  const named = template.find(entry => isFields(entry) && entry.name === 'default')
  return isFields(named) && typeof named.template === 'string' ? named.template : null
}
