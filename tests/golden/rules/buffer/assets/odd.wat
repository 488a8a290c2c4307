;; A data module of 62 bytes: no multiple of 4.
(module (memory (export "m") 1) (global (export "l") i32 (i32.const 62)))
