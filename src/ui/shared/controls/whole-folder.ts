/** Makes an `<input type="file">` take a whole folder. React's types lack the attribute. */
export const wholeFolder = { webkitdirectory: '' }
