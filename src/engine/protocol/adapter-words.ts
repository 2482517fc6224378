import type { AdapterFacts } from './identity.ts'

/** "LoRA of rank 8 (alpha 16), trained on google/medgemma-4b-it". */
export const adapterWords = ({ base, rank, alpha }: AdapterFacts): string =>
  `LoRA of rank ${rank} (alpha ${alpha}), trained on ${base}`
