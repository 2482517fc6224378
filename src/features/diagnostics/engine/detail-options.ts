/** How a finding is shown in detail. Of its own, so that who only asks for figures does not load how they are computed. */
export interface DetailOptions {
  /** From 0 to 1; null for predictive values at the data set's own prevalence only. */
  readonly prevalence: number | null
  /** The sensitivity that a threshold is to reach, from 0 to 1. */
  readonly sensitivity: number
  readonly seed: number
}

export const usualDetail: DetailOptions = { prevalence: null, sensitivity: 0.95, seed: 1 }
