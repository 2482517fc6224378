import { readFileSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * Begins with the files that take longest, so that no worker waits for the last of them: those tagged `wide` as a whole, then the
 * longer ones. Vitest's own order goes by the last call, which skipped what is wide. Files that load their modules again come last:
 * where modules are shared, every later file would load its own again, too.
 */
export class LongestFirst implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWide = (code: string): boolean => code.includes('@module-tag wide')
    const loadsAgain = (code: string): boolean => code.includes('vi.resetModules()')
    return files
      .map(file => ({
        file,
        group: file.project.config.sequence.groupOrder,
        code: readFileSync(file.moduleId, 'utf8'),
      }))
      .sort(
        (a, b) =>
          a.group - b.group ||
          a.file.project.name.localeCompare(b.file.project.name) ||
          Number(loadsAgain(a.code)) - Number(loadsAgain(b.code)) ||
          Number(isWide(b.code)) - Number(isWide(a.code)) ||
          b.code.length - a.code.length,
      )
      .map(({ file }) => file)
  }

  shard(): never {
    throw new Error('These tests are not split: leave out `--shard`.')
  }
}
