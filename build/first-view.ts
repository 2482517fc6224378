import type { Plugin } from 'vite'

const entry = /\/src\/ui\/shell\/main\.tsx$/

/** Modules of the first view, once the build knows them. */
const modules = new Set<string>()

/** Finds the modules that the first view imports: without the entry, which starts the page. */
export function firstViewModules(): Plugin {
  return {
    name: 'first-view-modules',
    apply: 'build',
    buildEnd() {
      const add = (id: string): void => {
        if (modules.has(id)) return
        modules.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported)
      }
      for (const id of this.getModuleIds()) if (entry.test(id)) add(id)
      for (const id of modules) if (entry.test(id)) modules.delete(id)
    },
  }
}

/** A file of their own: each request of a slow connection costs more than the bytes of another view. */
export const firstView = { name: 'first-view', test: (id: string): boolean => modules.has(id) }
