import { VoxelwiseError } from '../../engine/base/errors.ts'
import { checkSettings } from '../../engine/model/check-settings.ts'
import { refusesImages } from '../../engine/model/several-images.ts'
import { deviceHere } from '../../engine/protocol/device.ts'
import type { Protocol } from '../../engine/protocol/protocol.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { maxImages, type Sample } from '../../engine/protocol/sample.ts'
import { checkConversation, checkPrompter } from '../../engine/runtime/check-prompt-encoder.ts'
import type { WeightProgress } from '../../engine/runtime/sessions.ts'
import { Vlm } from '../../engine/runtime/vlm.ts'
import { nodeBackend } from './backend.ts'
import type { NativeFolders } from './folders.ts'

/** Loads the model of a run, and checks that its chat template can do what the questions need. */
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
