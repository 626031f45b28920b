/** Words that say for how long a business keeps conversations: "kept by Nora for 30 days". */
export function keptByWords(name: string, days: number): string {
  return `kept by ${name} for ${days === 1 ? 'one day' : `${days} days`}`
}
