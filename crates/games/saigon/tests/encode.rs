mekong_testkit::encoding_tests!(mekong_saigon::Saigon, digest: 8_575_693_169_325_602_809);
