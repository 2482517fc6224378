import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { pagePart } from '../../engine/base/page-parts.ts'

const loaders: (() => Promise<unknown>)[] = []

/**
 * A component that is no part of the first view: its file is loaded when it is first shown, or by `loadLateParts`.
 * @param load imports its module and takes it from there; every use must stand below a `Suspense`
 */
export function late<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  const part = (): Promise<ComponentType<Props>> => pagePart(load())
  loaders.push(part)
  return lazy(async () => ({ default: await part() }))
}

/**
 * Loads all late parts, so that they open at once, even if the server has ended by then. What cannot be loaded now is
 * loaded when it is shown, and its error is shown then.
 */
export function loadLateParts(): void {
  for (const load of loaders) load().catch(() => {})
}
