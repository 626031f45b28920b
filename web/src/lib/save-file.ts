/** Saves an answer as a download. A plain link could not send the session token. */
export async function saveFile(response: Pick<Response, 'blob'>, name: string): Promise<void> {
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
