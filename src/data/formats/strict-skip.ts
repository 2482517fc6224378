import { VoxelwiseError } from '../../engine/base/errors.ts'
import type { Skipped, SkipReason } from '../../engine/protocol/sample.ts'

const messages: Readonly<Record<SkipReason, string>> = {
  missing_required_fields: 'A sample lacks a required field.',
  missing_options: 'A sample has no options.',
  missing_image: 'The image of a sample does not exist.',
  missing_answer: 'A sample has no right answer.',
  answer_not_an_option: 'The right answer of a sample is none of its options.',
  unreadable_options: 'The options of a sample cannot be read.',
  text_only: 'A sample has no image, and the benchmark passes over such ones.',
}

/** What strict mode stops with at the first sample that would be skipped. */
export function strictSkip({ reason, file, position, subject }: Skipped): VoxelwiseError {
  return new VoxelwiseError({
    code: 'strict-skip',
    subject: `${file}[${position}]: ${subject}`,
    message: `${messages[reason]} (${reason})`,
    remedy: 'Correct it, or load without strict mode to skip such samples.',
  })
}
