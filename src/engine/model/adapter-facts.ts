/** A LoRA adapter that is merged into a checkpoint. */
export interface AdapterFacts {
  /** The model on which it was trained, as its own file names it. */
  readonly base: string
  readonly rank: number
  readonly alpha: number
  /** How many of the model's tensors it changes. */
  readonly changes: number
}
