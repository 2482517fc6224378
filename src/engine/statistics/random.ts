import { UniformRandom } from '../base/random.ts'
import { normalQuantile } from './special.ts'

/** The same stream, with normal numbers too. */
export class Random extends UniformRandom {
  /** A standard normal number, by inversion: one draw each. */
  normal(): number {
    return normalQuantile(this.unit())
  }
}
