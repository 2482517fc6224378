/** Pages of features: one line each. Their code loads when they are opened. */
import { peoplePage } from '../features/readers/ui/people-page.ts'
import type { FeaturePage } from './shell/feature-page.ts'

/** The set-up links to each. */
export const featurePages: readonly FeaturePage[] = [peoplePage]
