/** One voxel among voxels: the mark of the page (public/icon.svg draws the same). */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="logo-top" d="M16 3 27 9.2 16 15.4 5 9.2Z" />
      <path className="logo-left" d="M4 11 15 17.2V29.6L4 23.4Z" />
      <path
        className="logo-right"
        d="M17 23.9 22 21.1V26.8L17 29.6ZM17 17.2 22 14.4V20L17 22.8ZM23 20.5 28 17.7V23.4L23 26.2Z"
      />
      <path className="logo-voxel" d="M23 13.8 28 11V16.6L23 19.4Z" />
    </svg>
  )
}
