import { imageInput } from '../../data/images/image-input.ts'
import { ImageReader } from '../../data/images/image-reader.ts'
import { nodeCodec } from '../../data/images/node-codec.ts'
import { VoxelwiseError } from '../../engine/base/errors.ts'
import { checkSettings } from '../../engine/model/check-settings.ts'
import { refusesImages } from '../../engine/model/several-images.ts'
import type { Perturbation } from '../../engine/probes/perturbation.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { maxImages, type Sample } from '../../engine/protocol/sample.ts'
import type { AskTask } from '../../engine/runtime/ask.ts'
import { checkConversation, checkPrompter } from '../../engine/runtime/check-prompt-encoder.ts'
import { prepareGroup } from '../../engine/runtime/prepare.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import { nodeBackend } from './backend.ts'
import type { NativeFolders } from './folders.ts'

/** Loads the model of a run, and tries what its questions ask of the chat template. */
export async function loadModel(
  { folder }: NativeFolders,
  { settings, environment }: Run,
  samples: readonly Sample[],
  protocol: Protocol,
  onProgress: WeightProgress,
): Promise<Vlm> {
  const { device, dtype } = deviceHere(settings)
  const { chatTemplate } = settings
  const options = { device, dtype, chatTemplate, threads: environment.threads, onProgress }
  const vlm = await Vlm.load(nodeBackend, folder, options)
  const { family, configs, promptEncoder } = vlm
  const images = maxImages(samples)
  const problem = refusesImages(String(configs.config.model_type), family, images)
  if (problem) throw new VoxelwiseError(problem)
  const checked = checkSettings(family, configs)
  const hasExamples = samples.some(({ fields }) => (protocol.examples?.(fields) ?? []).length > 0)
  checkPrompter(promptEncoder, folder.name, checked)
  checkConversation(promptEncoder, folder.name, checked, { images, hasExamples })
  return vlm
}

/** Decodes, resizes, normalises and tokenises, as the page's own thread for that does. */
export function preparation(
  { source }: NativeFolders,
  { family, configs, promptEncoder }: Vlm,
  perturbation: Perturbation,
): AskTask['prepare'] {
  const reader = new ImageReader(source)
  const settings = { family, configs, codec: nodeCodec, features: null }
  return async (paths, questions, opening) => {
    const shown = perturbation.images(paths)
    const [first] = shown
    const images = []
    for (const { path } of shown)
      images.push(
        await imageInput(settings, await reader.bytes(path), path, shown.length, first?.change ?? null),
      )
    return prepareGroup(promptEncoder, images, questions, opening)
  }
}
