/** Tables for LaTeX: booktabs rules only, and text that LaTeX takes as text. */

const special: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '–': '--',
  '−': '$-$',
  '’': "'",
  '“': '``',
  '”': "''",
}

/** Text as LaTeX, on one line. */
export const latexText = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\{}&%$#_~^–−’“”]/g, one => special[one] ?? one)

/** A share as a percentage with one decimal, half up: 0.7425 is "74.3". */
export const latexPercent = (share: number): string =>
  (Math.floor(Number((share * 1000).toFixed(6)) + 0.5) / 10).toFixed(1)

export interface LatexTable {
  readonly caption: string
  readonly label: string
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[]
  readonly rows: readonly (readonly string[])[]
}

export function latexTable({ caption, label, columns, rows }: LatexTable): string {
  const line = (cells: readonly string[]) => `  ${cells.map(latexText).join(' & ')} \\\\`
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexText(caption)}}`,
    `  \\label{${label}}`,
    `  \\begin{tabular}{${columns.map(({ isNumber }) => (isNumber ? 'r' : 'l')).join('')}}`,
    '  \\toprule',
    line(columns.map(({ name }) => name)),
    '  \\midrule',
    ...rows.map(line),
    '  \\bottomrule',
    '  \\end{tabular}',
    '\\end{table}',
    '',
  ].join('\n')
}
