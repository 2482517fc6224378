import type { AppState } from './state.ts'
import type { AppStore } from './store.ts'

/** What a feature keeps in the page's state during a visit. Only the feature itself reads and changes it. */
export class FeatureState<Value extends object> {
  readonly #name: string
  readonly #initial: Value

  /** @param name of the feature */
  constructor(name: string, initial: Value) {
    this.#name = name
    this.#initial = initial
  }

  of({ features }: Pick<AppState, 'features'>): Value {
    return (features.get(this.#name) as Value | undefined) ?? this.#initial
  }

  change(app: AppStore, part: Partial<Value>): void {
    const { features } = app.state
    app.change({ features: new Map(features).set(this.#name, { ...this.of(app.state), ...part }) })
  }
}
