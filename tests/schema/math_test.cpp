// Transcendental functions against values computed to hundreds of digits and rounded to the nearest double.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "schema/math.h"

using namespace pngine;

TEST_CASE("known values, to the bit") {
  CHECK(math::sin(0x1.0000000000000p-1) == 0x1.eaee8744b05f0p-2);
  CHECK(math::sin(0x1.0000000000000p+0) == 0x1.aed548f090ceep-1);
  CHECK(math::sin(-0x1.2666666666666p+1) == -0x1.7dcd12d582f24p-1);
  CHECK(math::sin(0x1.9000000000000p+6) == -0x1.03425b78c4db8p-1);
  CHECK(math::sin(0x1.0f0cf064dd592p+73) == -0x1.b453ab76bf397p-1);
  CHECK(math::sin(0x1.6ac5b262ca1ffp+849) == 0x1.0000000000000p+0);
  CHECK(math::sin(0x1.921fb54442d18p+0) == 0x1.0000000000000p+0);
  CHECK(math::cos(0x1.0000000000000p-1) == 0x1.c1528065b7d50p-1);
  CHECK(math::cos(0x1.0000000000000p+0) == 0x1.14a280fb5068cp-1);
  CHECK(math::cos(-0x1.2666666666666p+1) == -0x1.5522217302fe1p-1);
  CHECK(math::cos(0x1.9000000000000p+6) == 0x1.b981dbf665fdfp-1);
  CHECK(math::cos(0x1.0f0cf064dd592p+73) == 0x1.0be2cef01c8f4p-1);
  CHECK(math::cos(0x1.6ac5b262ca1ffp+849) == -0x1.14ae72e6ba22fp-61);
  CHECK(math::cos(0x1.921fb54442d18p+0) == 0x1.1a62633145c07p-54);
  CHECK(math::tan(0x1.0000000000000p-1) == 0x1.17b4f5bf3474ap-1);
  CHECK(math::tan(0x1.0000000000000p+0) == 0x1.8eb245cbee3a6p+0);
  CHECK(math::tan(-0x1.2666666666666p+1) == 0x1.1e84c9047c337p+0);
  CHECK(math::tan(0x1.9000000000000p+6) == -0x1.2ca74d62b5d38p-1);
  CHECK(math::tan(0x1.0f0cf064dd592p+73) == -0x1.a0f79c1b6b257p+0);
  CHECK(math::tan(0x1.6ac5b262ca1ffp+849) == -0x1.d9ba9a7975636p+60);
  CHECK(math::tan(0x1.921fb54442d18p+0) == 0x1.d02967c31cdb5p+53);
  CHECK(math::exp(0x1.0000000000000p+0) == 0x1.5bf0a8b145769p+1);
  CHECK(math::exp(-0x1.0000000000000p+0) == 0x1.78b56362cef38p-2);
  CHECK(math::exp(0x1.999999999999ap-4) == 0x1.1aec7b35a00d4p+0);
  CHECK(math::exp(0x1.9400000000000p+5) == 0x1.cf65319c5751ap+72);
  CHECK(math::exp(-0x1.6840000000000p+9) == 0x0.00005cf08fff0p-1022);
  CHECK(math::exp(0x1.62d999999999ap+9) == 0x1.d75ae7a50ee14p+1023);
  CHECK(math::log(0x1.0000000000000p+1) == 0x1.62e42fefa39efp-1);
  CHECK(math::log(0x1.4000000000000p+3) == 0x1.26bb1bbb55516p+1);
  CHECK(math::log(0x1.fffffca501acbp-1) == -0x1.ad7f2b1049b9fp-24);
  CHECK(math::log(0x0.012688b70e62bp-1022) == -0x1.64e69394d9508p+9);
  CHECK(math::log(0x1.e42d130773b76p+1023) == 0x1.62dd08fdc6f88p+9);
  CHECK(math::log(0x1.8000000000000p+1) == 0x1.193ea7aad030bp+0);
  CHECK(math::asin(0x1.0000000000000p-1) == 0x1.0c152382d7366p-1);
  CHECK(math::asin(-0x1.3333333333333p-2) == -0x1.380159e14f6ffp-2);
  CHECK(math::asin(0x1.ffffffaa19c47p-1) == 0x1.9216709c28b31p+0);
  CHECK(math::asin(-0x1.ccccccccccccdp-1) == -0x1.1ea93705fa172p+0);
  CHECK(math::acos(0x1.0000000000000p-1) == 0x1.0c152382d7366p+0);
  CHECK(math::acos(-0x1.3333333333333p-2) == 0x1.e0200bbc96ad8p+0);
  CHECK(math::acos(0x1.ffffffaa19c47p-1) == 0x1.28950343cef55p-13);
  CHECK(math::acos(-0x1.ccccccccccccdp-1) == 0x1.586476251e745p+1);
  CHECK(math::atan(0x1.999999999999ap-3) == 0x1.94441f8f7260cp-3);
  CHECK(math::atan(-0x1.0000000000000p+0) == -0x1.921fb54442d18p-1);
  CHECK(math::atan(0x1.2a05f20000000p+33) == 0x1.921fb543d4de0p+0);
  CHECK(math::atan(0x1.8000000000000p+1) == 0x1.3fc176b7a8560p+0);
  CHECK(math::pow(0x1.0000000000000p+1, 0x1.0000000000000p-1) == 0x1.6a09e667f3bcdp+0);
  CHECK(math::pow(0x1.4000000000000p+3, -0x1.8000000000000p+1) == 0x1.0624dd2f1a9fcp-10);
  CHECK(math::pow(0x1.199999999999ap+0, 0x1.9000000000000p+6) == 0x1.aea4e6126bb95p+13);
  CHECK(math::pow(0x1.3333333333333p-2, 0x1.ecccccccccccdp+2) == 0x1.8ae7e5b4e6bafp-14);
  CHECK(math::pow(0x1.a666666666666p+1, -0x1.2c00000000000p+9) == 0x0.0016f30cb2dc2p-1022);
  CHECK(math::atan2(0x1.0000000000000p+0, 0x1.0000000000000p+1) == 0x1.dac670561bb4fp-2);
  CHECK(math::atan2(-0x1.0000000000000p+0, -0x1.0000000000000p+1) == -0x1.56c6e7397f5aep+1);
  CHECK(math::atan2(0x1.87e92154ef7acp-665, 0x1.4e718d7d7625ap+664) == 0x0.0p+0);
  CHECK(math::atan2(0x1.8000000000000p+1, -0x1.4f8b588e368f1p-17) == 0x1.921fed30d193ep+0);
}

TEST_CASE("special cases") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(math::exp(1000) == inf);
  CHECK(math::exp(-1000) == 0);
  CHECK(math::exp(0) == 1);
  CHECK(math::log(0) == -inf);
  CHECK(std::isnan(math::log(-1)));
  CHECK(std::isnan(math::sin(inf)));
  CHECK(std::isnan(math::asin(2)));
  CHECK(std::isnan(math::pow(-2, 0.5)));
  CHECK(math::pow(2, 10) == 1024);
  CHECK(math::pow(-2, 3) == -8);
  CHECK(math::pow(10, 22) == 1e22);
  CHECK(math::pow(0, -1) == inf);
  CHECK(math::pow(0, 0) == 1);
  CHECK(math::pow(2, -1074) == std::numeric_limits<double>::denorm_min());
  CHECK(math::pow(2, 1024) == inf);
  CHECK(std::signbit(math::sin(-0.0)));
  CHECK(math::atan2(0, -1) == 3.141592653589793);
  CHECK(math::atan2(-1, 0) == -1.5707963267948966);
  CHECK(math::acos(-1) == 3.141592653589793);
  CHECK(math::acos(1) == 0);
  CHECK(math::asin(1) == 1.5707963267948966);
}
