import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { licencesText } from './release/licences.ts'
import { contentPolicy } from './security.ts'

/** A text as a page that any host sends in the right characters, and that runs nothing. */
function textPage(title: string, text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${contentPolicy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="./icon.svg" type="image/svg+xml" />
    <title>${title}</title>
    <style>body { margin: 2rem auto; padding: 0 1rem; max-width: 60rem } pre { white-space: pre-wrap }</style>
  </head>
  <body>
    <p><a href="./">Voxelwise</a></p>
    <pre>${escaped}</pre>
  </body>
</html>
`
}

/** Puts beside the built page what changed in it, and the licences of what it is made of. */
export function aboutPages(): Plugin {
  return {
    name: 'about-pages',
    apply: 'build',
    generateBundle() {
      const pages = {
        'changelog.html': textPage('Changes · Voxelwise', readFileSync('CHANGELOG.md', 'utf8')),
        'licences.html': textPage('Licences · Voxelwise', licencesText()),
      }
      for (const [fileName, source] of Object.entries(pages))
        this.emitFile({ type: 'asset', fileName, source })
    },
  }
}
