import { build } from 'vite'

/** Builds the page as it is shipped into `outDir`, and beside it the page that holds the other contenders (bench.html). */
export async function buildBench(outDir: string): Promise<void> {
  await build({
    logLevel: 'error',
    // Besides the pages that vite.config.ts names.
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: ['bench.html'] } },
  })
}
