/**
 * Pages of features: one line each. Their code loads when they are opened. They are not in `features.ts`, because the first view names
 * their links: a bundler gives the first view that file whole, which makes it more than 350 kB instead of 247 kB (250 kB at most).
 */
import { peoplePage } from '../features/readers/ui/people-page.ts'
import type { FeaturePage } from './shell/feature-page.ts'

/** The set-up links to each. */
export const featurePages: readonly FeaturePage[] = [peoplePage]
