;; sums += matrix × vector, four numbers at a time. V8 itself multiplies the numbers of a Float32Array one by one, which takes
;; six times as long; a test compares the two.
(module
  (import "e" "memory" (memory 1))

  ;; Three addresses, the number of rows, and the bytes of a row: a multiple of 32.
  (func (export "multiplyAdd")
    (param $matrix i32) (param $vector i32) (param $sums i32) (param $rows i32) (param $bytes i32)
    (local $at i32) (local $end i32) (local $a v128) (local $b v128)
    (loop $row
      (local.set $a (v128.const f32x4 0 0 0 0))
      (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $at (local.get $vector))
      (local.set $end (i32.add (local.get $vector) (local.get $bytes)))
      (loop $column
        (local.set $a (f32x4.add (local.get $a)
          (f32x4.mul (v128.load (local.get $matrix)) (v128.load (local.get $at)))))
        (local.set $b (f32x4.add (local.get $b)
          (f32x4.mul (v128.load offset=16 (local.get $matrix)) (v128.load offset=16 (local.get $at)))))
        (local.set $matrix (i32.add (local.get $matrix) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $column (i32.lt_u (local.get $at) (local.get $end))))
      (local.set $a (f32x4.add (local.get $a) (local.get $b)))
      (f32.store (local.get $sums)
        (f32.add (f32.add (f32.add (f32.add
          (f32.load (local.get $sums))
          (f32x4.extract_lane 0 (local.get $a)))
          (f32x4.extract_lane 1 (local.get $a)))
          (f32x4.extract_lane 2 (local.get $a)))
          (f32x4.extract_lane 3 (local.get $a))))
      (local.set $sums (i32.add (local.get $sums) (i32.const 4)))
      (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
      (br_if $row (local.get $rows)))))
