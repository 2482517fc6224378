import type { ErrorInfo } from '../../engine/base/errors.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { listImages, type Sample } from '../../engine/protocol/sample.ts'
import type { Heartbeat } from '../../engine/runtime/heartbeat.ts'

/**
 * Names the step that took too long.
 * @param hand of the model's thread; `preparing` of the other
 * @param sample the sample last reported by the model's thread, as it is shown
 */
export function overdue(
  { model, settings: { timeout } }: Pick<Run, 'model' | 'settings'>,
  hand: Pick<Heartbeat, 'index' | 'stage'>,
  preparing: Pick<Heartbeat, 'index' | 'stage'>,
  sample: Pick<Sample, 'index' | 'image' | 'furtherImages'> | null,
): ErrorInfo {
  const { index, stage } = hand
  const subject = index === null ? model.name : `sample ${index}`
  if (stage === 'verdict')
    return {
      code: 'inference-timeout',
      subject,
      message: `The answer was not judged and stored within ${timeout} seconds.`,
      remedy: 'Allow fewer new tokens or more seconds in the settings.',
    }
  if (stage !== 'preparation')
    return {
      code: 'inference-timeout',
      subject,
      message: `There was no answer within ${timeout} seconds.`,
      remedy: 'Allow more seconds in the settings, or choose a smaller precision or another device.',
    }
  // Which of several is in work is not known.
  const image = (sample?.index === index ? listImages(sample).join(', ') : '') || null
  const inWork = preparing.index === index ? preparing.stage : 'nothing'
  if (inWork === 'prompt' || (image === null && inWork !== 'image'))
    return {
      code: 'inference-timeout',
      subject,
      message: `The prompt was not built within ${timeout} seconds.`,
      remedy: 'Check the question’s text, and the model’s chat template and tokenizer.',
    }
  return {
    code: 'image-unreadable',
    // A blank image is shown as none, and yet is made of one.
    subject: image ?? `image of ${subject}`,
    message: `The image was not read and decoded within ${timeout} seconds.`,
    remedy: 'Save this image again with another program, remove it, or allow more seconds in the settings.',
  }
}
