import type { CaseResult } from './case.ts'
import type { FirstAnswerResult } from './first-answer.ts'
import type { GpuResult } from './gpu.ts'
import type { Machine, versions } from './machine.ts'
import type { PartsResult } from './parts.ts'
import type { GrowthResult, LongTaskResult, ScaleResult } from './scale.ts'
import type { SizeResult } from './size.ts'

/** What `--json FILE` writes. */
export interface BenchResult {
  /** ISO 8601. */
  readonly created: string
  readonly command: string
  readonly commit: string | null
  readonly machine: Machine
  readonly versions: ReturnType<typeof versions>
  /** Processes that wanted a core, when the bench began and when it ended. */
  readonly load: { readonly start: number; readonly end: number }
  readonly cases: readonly CaseResult[]
  /** The figures of each model with `--device webgpu`. */
  readonly gpu?: readonly GpuResult[]
  /** What `--parts` measures, and nothing else. */
  readonly parts?: readonly PartsResult[]
  readonly scale?: ScaleResult
  /** What `--first-answer` measures, and nothing else. */
  readonly first_answer?: FirstAnswerResult
  readonly growth?: GrowthResult
  readonly long_tasks?: LongTaskResult
  readonly size?: readonly SizeResult[]
}
