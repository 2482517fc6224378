/** The page's logo, filled from below by progress, as a data URL for the tab's icon. */
export function progressIcon(part: number): string {
  const top = 32 - 32 * Math.min(1, Math.max(0, part))
  const body = 'M16 3 27 9.2V23.4L16 29.6 5 23.4V9.2Z'
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><clipPath id="done"><path d="M0 ${top.toFixed(1)}H32V32H0Z"/></clipPath><path d="${body}" fill="#9aa5ad"/><path d="${body}" fill="#d9642a" clip-path="url(#done)"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`
}
