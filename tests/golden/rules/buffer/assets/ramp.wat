;; A data module: 64 bytes from address 32 on, made by gen.
(module
  (memory (export "m") 1)
  (global (export "l") i32 (i32.const 64))
  (global (export "s") i32 (i32.const 32))
  (func (export "gen") (local $i i32)
    (loop $next
      (f32.store (i32.add (i32.const 32) (i32.mul (local.get $i) (i32.const 4)))
        (f32.div (f32.convert_i32_u (local.get $i)) (f32.const 16)))
      (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16))))))
