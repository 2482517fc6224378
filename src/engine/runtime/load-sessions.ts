import type { InferenceSession } from 'onnxruntime-web'
import { VoxelwiseError } from '../base/errors.ts'
import type { Family } from '../families/family.ts'
import type { Device, Dtype } from '../protocol/run.ts'
import type { Ort } from './backend.ts'
import type { ModelFolder } from './model-folder.ts'
import { createSession, type Session, type WeightProgress } from './sessions.ts'

interface SessionOptions {
  readonly device: Device
  readonly dtype: Dtype
  readonly onProgress: WeightProgress
  readonly onPhase?: (name: string) => void
}

/** One after the other: ONNX Runtime compiles one session at a time, and memory peaks lower so. */
export async function createSessions(
  ort: Ort,
  folder: ModelFolder,
  family: Family,
  { device, dtype, onProgress, onPhase }: SessionOptions,
): Promise<Readonly<Record<string, Session>>> {
  const sessions: Record<string, Session> = {}
  for (const session of family.sessions) {
    sessions[session] = await createSession(ort, folder, session, device, dtype, onProgress)
    onPhase?.(session)
  }
  checkEncoder(folder, family, sessions.vision_encoder)
  return sessions
}

/** @throws VoxelwiseError model-unsupported where the image encoder lacks an input that the family cannot do without */
function checkEncoder(folder: ModelFolder, family: Family, encoder: InferenceSession | undefined): void {
  const wanted = family.encoderInput
  if (!wanted || encoder?.inputNames.includes(wanted.name)) return
  throw new VoxelwiseError({
    code: 'model-unsupported',
    subject: `${folder.name}/onnx/vision_encoder`,
    message: `This image encoder has no input "${wanted.name}": ${wanted.without}.`,
    remedy: 'Export the model again as tools/families does, or choose another model.',
  })
}
