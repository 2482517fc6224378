export const presetFiles = {}
