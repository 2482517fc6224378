/** Milliseconds that processors have spent on this process: unlike those of a clock, about the same on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
