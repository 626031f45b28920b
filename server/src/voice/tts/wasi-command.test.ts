import wabt from 'wabt'
import { expect, test } from 'vitest'
import { withoutData } from '../stt/wasm-binary.ts'
import { createCommand } from './wasi-command.ts'

/** Traps unless it finds its memory and its stack pointer as they are at first; with an argument it ends by `exit`. */
const PROGRAM = `(module
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (import "wasi_snapshot_preview1" "args_sizes_get" (func $countArguments (param i32 i32) (result i32)))
  (memory (export "memory") 1)
  (data (i32.const 1024) "\\01")
  (global $stackPointer (mut i32) (i32.const 9000))
  (func $expect (param $isSo i32) (if (i32.eqz (local.get $isSo)) (then unreachable)))
  (func (export "_start")
    (call $expect (i32.eq (i32.load8_u (i32.const 1024)) (i32.const 1)))
    (i32.store8 (i32.const 1024) (i32.const 2))
    (if (i32.eq (memory.size) (i32.const 1)) (then (drop (memory.grow (i32.const 1)))))
    (call $expect (i32.eqz (i32.load (i32.const 70000))))
    (i32.store (i32.const 70000) (i32.const 7))
    (call $expect (i32.eq (global.get $stackPointer) (i32.const 9000)))
    (global.set $stackPointer (i32.const 8000))
    (drop (call $countArguments (i32.const 2000) (i32.const 2004)))
    (if (i32.gt_u (i32.load (i32.const 2000)) (i32.const 1)) (then (call $exit (i32.const 3))))
    (global.set $stackPointer (i32.const 9000))))`

test('a run begins like a fresh instance, regardless of earlier runs', async () => {
  const { buffer } = (await wabt()).parseWat('program.wat', PROGRAM).toBinary({})
  const program = Buffer.from(buffer)
  const { code, data } = withoutData(program)
  const command = createCommand({ module: await WebAssembly.compile(code), data }, ({ from, bytes }, into) =>
    into.set(program.subarray(from, from + bytes)),
  )
  expect(command.run([]).exitCode).toBe(0)
  expect(command.run([]).exitCode).toBe(0)
  expect(command.run(['an argument']).exitCode).toBe(3)
  expect(command.run([]).exitCode).toBe(0)
})
