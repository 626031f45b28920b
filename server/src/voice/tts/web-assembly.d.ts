/** The part of the WebAssembly API that is used here. Node has it, but its types come only with a browser's. */
declare namespace WebAssembly {
  class Module {
    private readonly brand
  }
  class Memory {
    private constructor()
    readonly buffer: ArrayBuffer
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(
    module: Module,
    imports: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>,
  ): Promise<Instance>
}
